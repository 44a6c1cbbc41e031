package database

import "golang.org/x/sys/windows"

// freeSpace returns how many bytes this process can still write on the disk of a folder.
func freeSpace(folder string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return free, err
}
