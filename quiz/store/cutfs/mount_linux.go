package cutfs

import (
	"context"
	"syscall"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// Mount shows a disk as a folder that is there. The function takes it away
// again. The error says that this machine or user cannot.
func Mount(d *Disk, dir string) (unmount func() error, err error) {
	server, err := fs.Mount(dir, &folder{disk: d}, &fs.Options{MountOptions: fuse.MountOptions{
		DirectMountStrict: true, FsName: "cutfs", Name: "cutfs", Logger: nil, DisableXAttrs: true,
	}})
	if err != nil {
		return nil, err
	}
	return server.Unmount, nil
}

type folder struct {
	fs.Inode
	disk *Disk
}

type entry struct {
	fs.Inode
	disk *Disk
	file *file
}

var (
	_ fs.NodeLookuper  = (*folder)(nil)
	_ fs.NodeCreater   = (*folder)(nil)
	_ fs.NodeUnlinker  = (*folder)(nil)
	_ fs.NodeFsyncer   = (*folder)(nil)
	_ fs.NodeReaddirer = (*folder)(nil)
	_ fs.NodeGetattrer = (*entry)(nil)
	_ fs.NodeSetattrer = (*entry)(nil)
	_ fs.NodeOpener    = (*entry)(nil)
	_ fs.NodeReader    = (*entry)(nil)
	_ fs.NodeWriter    = (*entry)(nil)
	_ fs.NodeFsyncer   = (*entry)(nil)
)

func (f *folder) show(ctx context.Context, file *file, out *fuse.EntryOut) *fs.Inode {
	out.Attr.Mode, out.Attr.Size = syscall.S_IFREG|0o600, f.disk.size(file)
	return f.NewInode(ctx, &entry{disk: f.disk, file: file}, fs.StableAttr{Mode: syscall.S_IFREG})
}

func (f *folder) Lookup(ctx context.Context, name string, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	file := f.disk.find(name)
	if file == nil {
		return nil, syscall.ENOENT
	}
	if child := f.GetChild(name); child != nil {
		if e, ok := child.Operations().(*entry); ok && e.file == file {
			out.Attr.Mode, out.Attr.Size = syscall.S_IFREG|0o600, f.disk.size(file)
			return child, 0
		}
	}
	return f.show(ctx, file, out), 0
}

func (f *folder) Create(ctx context.Context, name string, _, _ uint32, out *fuse.EntryOut) (*fs.Inode, fs.FileHandle, uint32, syscall.Errno) {
	made := &file{}
	if e := f.disk.name(name, made); e != 0 {
		return nil, nil, 0, e
	}
	return f.show(ctx, made, out), nil, 0, 0
}

func (f *folder) Unlink(_ context.Context, name string) syscall.Errno {
	if f.disk.find(name) == nil {
		return syscall.ENOENT
	}
	return f.disk.name(name, nil)
}

func (f *folder) Fsync(context.Context, fs.FileHandle, uint32) syscall.Errno {
	return f.disk.syncNames()
}

func (f *folder) Readdir(context.Context) (fs.DirStream, syscall.Errno) {
	var list []fuse.DirEntry
	for name := range f.disk.Files() {
		list = append(list, fuse.DirEntry{Name: name, Mode: syscall.S_IFREG})
	}
	return fs.NewListDirStream(list), 0
}

func (e *entry) Getattr(_ context.Context, _ fs.FileHandle, out *fuse.AttrOut) syscall.Errno {
	out.Mode, out.Size = syscall.S_IFREG|0o600, e.disk.size(e.file)
	return 0
}

func (e *entry) Setattr(ctx context.Context, h fs.FileHandle, in *fuse.SetAttrIn, out *fuse.AttrOut) syscall.Errno {
	if size, ok := in.GetSize(); ok {
		if no := e.disk.change(e.file, change{at: int64(size)}); no != 0 {
			return no
		}
	}
	return e.Getattr(ctx, h, out)
}

func (e *entry) Open(context.Context, uint32) (fs.FileHandle, uint32, syscall.Errno) {
	return nil, 0, 0
}

func (e *entry) Read(_ context.Context, _ fs.FileHandle, dest []byte, at int64) (fuse.ReadResult, syscall.Errno) {
	return fuse.ReadResultData(e.disk.read(e.file, at, len(dest))), 0
}

func (e *entry) Write(_ context.Context, _ fs.FileHandle, data []byte, at int64) (uint32, syscall.Errno) {
	if len(data) == 0 {
		return 0, 0
	}
	if no := e.disk.change(e.file, change{at, data}); no != 0 {
		return 0, no
	}
	return uint32(len(data)), 0
}

func (e *entry) Fsync(context.Context, fs.FileHandle, uint32) syscall.Errno {
	return e.disk.sync(e.file)
}
