// Package cutfs is a file system for tests whose power can be cut: it forgets
// what nobody asked it to keep, as a disk may.
//
// In go files, out comes a mounted folder (FUSE, Linux, as root). What a
// program wrote there is on the disk only after fsync; a new or a deleted name
// only after fsync of the folder. A cut ends everything at once and leaves what
// was kept and any part of the rest, the last write torn at a sector. Any call
// that changes something can be made to fail, and the disk can be small. It
// must not know what is written to it.
package cutfs
