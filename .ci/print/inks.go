package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// rounded is what Ghostscript adds that rounds each of four inks to a byte, in
// percent.
const rounded = 1

// lookAtInks lets qpdf read the files for a print shop below a folder and
// Ghostscript separate them, and holds each pixel against the most ink there may
// be, in percent.
func lookAtInks(folder, limit string) int {
	allowed, err := strconv.ParseFloat(limit, 64)
	check(err)
	var files []string
	check(filepath.WalkDir(folder, func(name string, _ fs.DirEntry, err error) error {
		if filepath.Ext(name) == ".pdf" {
			files = append(files, name)
		}
		return err
	}))
	status, pages, worst := 0, 0, 0.0
	fail := func(file string, err error) {
		fmt.Printf("%s: %v\n", file, err)
		status = 1
	}
	for _, file := range files {
		if out, err := exec.Command("qpdf", "--check", file).CombinedOutput(); err != nil {
			fail(file, errors.New(string(out)))
		}
		cmd := exec.Command("gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dOverprint=/simulate", "-sDEVICE=pamcmyk32", "-r40", "-sOutputFile=%stdout", file)
		out, err := cmd.StdoutPipe()
		check(err)
		check(cmd.Start())
		n, most, err := inksOf(bufio.NewReader(out))
		if err = errors.Join(err, cmd.Wait()); err != nil {
			fail(file, err)
		}
		if most > allowed+rounded {
			fail(file, fmt.Errorf("%.0f %% ink", most))
		}
		pages, worst = pages+n, max(worst, most)
	}
	fmt.Printf("%d files, %d pages, at most %.0f %% ink\n", len(files), pages, worst)
	if pages == 0 {
		return 1
	}
	return status
}

// inksOf reads pictures of inks and returns how many there are and the most of
// all inks together on a pixel.
func inksOf(in *bufio.Reader) (pages int, most float64, err error) {
	for {
		var width, height int
		for {
			line, err := in.ReadString('\n')
			if err == io.EOF && line == "" && width == 0 {
				return pages, most, nil
			}
			if err != nil {
				return pages, most, err
			}
			fmt.Sscanf(line, "WIDTH %d", &width)
			fmt.Sscanf(line, "HEIGHT %d", &height)
			if strings.HasPrefix(line, "ENDHDR") {
				break
			}
		}
		pixels := make([]byte, 4*width*height)
		if _, err := io.ReadFull(in, pixels); err != nil {
			return pages, most, err
		}
		for i := 0; i < len(pixels); i += 4 {
			most = max(most, float64(int(pixels[i])+int(pixels[i+1])+int(pixels[i+2])+int(pixels[i+3]))/2.55)
		}
		pages++
	}
}
