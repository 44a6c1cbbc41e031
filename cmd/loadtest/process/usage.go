package process

import (
	"time"

	"github.com/prometheus/procfs"
)

// A Usage is the resource usage of processes, from Linux's /proc. It is zero on systems without /proc.
type Usage struct {
	CPU      time.Duration // of the running processes and their ended children
	Resident int64         // current memory in bytes
	Peak     int64         // peak memory in bytes, summed over the processes
	Written  int64         // bytes written to files, network connections and the log
	Disk     int64         // bytes written to a disk
}

// Plus returns the sum of two usages.
func (u Usage) Plus(v Usage) Usage {
	return Usage{u.CPU + v.CPU, u.Resident + v.Resident, u.Peak + v.Peak, u.Written + v.Written, u.Disk + v.Disk}
}

// tick is the unit of processor times in /proc. Linux calls it 1/USER_HZ, and it is the same on all machines that Go
// supports.
const tick = 10 * time.Millisecond

// GroupUsage returns the resource usage of all processes of a process group together.
func GroupUsage(group int) Usage {
	all, _ := procfs.AllProcs() // empty without /proc
	var sum Usage
	for _, p := range all {
		stat, err := p.Stat()
		if err != nil || stat.PGRP != group {
			continue // in another group, or already ended
		}
		status, _ := p.NewStatus()
		io, _ := p.IO() // zero for processes of other users
		sum = sum.Plus(Usage{
			CPU:      time.Duration(int(stat.UTime+stat.STime)+stat.CUTime+stat.CSTime) * tick,
			Resident: int64(status.VmRSS), Peak: int64(status.VmHWM),
			Written: int64(io.WChar), Disk: int64(io.WriteBytes),
		})
	}
	return sum
}

// MachineLoad returns the machine's load average over the last minute, or 0 if the load is unknown.
func MachineLoad() float64 {
	fs, err := procfs.NewDefaultFS()
	if err != nil {
		return 0
	}
	load, err := fs.LoadAvg()
	if err != nil {
		return 0
	}
	return load.Load1
}
