package uttt

import (
	"syscall"
	"unsafe"
)

// preferHugePages asks the operating system to use huge pages for the buckets. In a large table
// nearly every access needs another page, and looking up a small page takes as long as reading the
// bucket. If the system refuses, the table is only slower.
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
