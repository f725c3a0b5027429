package tree

import (
	"testing"
	"testing/fstest"
)

func TestFiles(t *testing.T) {
	f := Files{"game.yaml": []byte("id: x\n"), "art/fox.png": []byte("png"), "art/far/owl.png": []byte("p")}
	if err := fstest.TestFS(f, "game.yaml", "art/fox.png", "art/far/owl.png"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open("../game.yaml"); err == nil {
		t.Error("a path leaves the folder")
	}
	if _, err := f.ReadDir("no"); err == nil {
		t.Error("a folder that is not there")
	}
}
