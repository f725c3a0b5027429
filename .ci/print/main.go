// Print looks at what kitpress prints with programs that are not ours.
//
//	go run ./.ci/print kits KIT KITPRESS FLAGS…
//	go run ./.ci/print pictures PDF PNG
//	go run ./.ci/print inks SHOP PERCENT
//	go run ./.ci/print copies KITPRESS
//
// KIT is what `KITPRESS build FLAGS…` wrote; where everything lies, and what it
// must say, KITPRESS check --print tells. PDF is what `kitpress build` wrote, PNG
// what `kitpress build --format png` wrote of the same game.
// SHOP is what `kitpress build --for print-shop` or `--for drivethrucards` wrote,
// PERCENT the most ink these dry.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"sync"
)

func main() {
	args := os.Args[1:]
	switch {
	case len(args) >= 3 && args[0] == "kits":
		os.Exit(lookAtKits(args[1], args[2], args[3:]))
	case len(args) == 3 && args[0] == "pictures":
		os.Exit(comparePictures(args[1], args[2]))
	case len(args) == 3 && args[0] == "inks":
		os.Exit(lookAtInks(args[1], args[2]))
	case len(args) == 2 && args[0] == "copies":
		os.Exit(lookAtCopies(args[1]))
	}
	fmt.Fprintln(os.Stderr, "usage: go run ./.ci/print kits KIT KITPRESS FLAGS…\n       go run ./.ci/print pictures PDF PNG\n       go run ./.ci/print inks SHOP PERCENT\n       go run ./.ci/print copies KITPRESS")
	os.Exit(2)
}

// run does all jobs, as many at a time as there are processors.
func run(jobs []func()) {
	queue := make(chan func())
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for job := range queue {
				job()
			}
		})
	}
	for _, job := range jobs {
		queue <- job
	}
	close(queue)
	workers.Wait()
}

func read(name string, to any) {
	data, err := os.ReadFile(name)
	check(err)
	check(json.Unmarshal(data, to))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "print:", err)
		os.Exit(1)
	}
}
