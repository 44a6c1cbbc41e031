package uttt

import (
	"syscall"
	"unsafe"
)

// PreferHuge asks the operating system to use huge pages for a slice that has just been made. In a large table nearly
// every access needs another page, and looking up a small page takes as long as reading the memory itself. If the system
// refuses, the table is only slower.
func PreferHuge[T any](table []T) {
	const madvHugepage = 14
	const page = 4096
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(table))), len(table)*int(unsafe.Sizeof(*new(T))))
	if skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(memory)))) & (page - 1); skip < len(memory) {
		memory = memory[skip:]
	}
	if whole := len(memory) &^ (page - 1); whole > 0 {
		_ = syscall.Madvise(memory[:whole], madvHugepage)
	}
}
