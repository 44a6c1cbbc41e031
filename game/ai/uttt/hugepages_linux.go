package uttt

import (
	"syscall"
	"unsafe"
)

// preferHugePages asks the system to keep the buckets in pages of megabytes: in
// a large table nearly every look needs another page, and small ones cost as
// much to find as what is on them. A system that refuses is only slower.
func preferHugePages(buckets []bucket) {
	const madvHugepage = 14
	const page = 4096
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(buckets))), len(buckets)*int(unsafe.Sizeof(bucket{})))
	if skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(memory)))) & (page - 1); skip < len(memory) {
		memory = memory[skip:]
	}
	if whole := len(memory) &^ (page - 1); whole > 0 {
		_ = syscall.Madvise(memory[:whole], madvHugepage)
	}
}
