package process

import (
	"time"

	"github.com/prometheus/procfs"
)

// A Usage is what processes have used, as Linux tells it in /proc. It is zero
// where nobody tells.
type Usage struct {
	CPU      time.Duration // of the processes that run, and of their children that have ended
	Resident int64         // bytes of memory now
	Peak     int64         // bytes of memory at most, of each process summed
	Written  int64         // bytes handed to the system: to files, connections and the log
	Disk     int64         // bytes that had to go to a disk
}

// Plus returns the usage of both.
func (u Usage) Plus(v Usage) Usage {
	return Usage{u.CPU + v.CPU, u.Resident + v.Resident, u.Peak + v.Peak, u.Written + v.Written, u.Disk + v.Disk}
}

// tick is the unit of times in /proc, 1/USER_HZ, which is the same on all machines
// that Go runs on.
const tick = 10 * time.Millisecond

// GroupUsage returns what the processes of a group use together.
func GroupUsage(group int) Usage {
	all, _ := procfs.AllProcs() // none where there is no /proc
	var sum Usage
	for _, p := range all {
		stat, err := p.Stat()
		if err != nil || stat.PGRP != group {
			continue // of another group, or ended meanwhile
		}
		status, _ := p.NewStatus()
		io, _ := p.IO() // which the system does not tell of other users' processes
		sum = sum.Plus(Usage{
			CPU:      time.Duration(int(stat.UTime+stat.STime)+stat.CUTime+stat.CSTime) * tick,
			Resident: int64(status.VmRSS), Peak: int64(status.VmHWM),
			Written: int64(io.WChar), Disk: int64(io.WriteBytes),
		})
	}
	return sum
}

// MachineLoad returns how many processes have wanted a processor in the last
// minute on average, 0 where nobody tells.
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
