package fakecluster

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// run is the testing.TB of one run of a scenario: what fails there is an outcome, and not a failure of the test.
type run struct {
	testing.TB
	ctx      context.Context
	name     string
	lock     sync.Mutex
	failed   bool
	skipped  bool
	logs     []string
	cleanups []func()
}

// play calls a function that may end its goroutine, as FailNow does, and then what it left to be cleaned up.
func (r *run) play(scenario func()) {
	r.guard(scenario)
	for len(r.cleanups) > 0 {
		last := len(r.cleanups) - 1
		cleanup := r.cleanups[last]
		r.cleanups = r.cleanups[:last]
		r.guard(cleanup)
	}
}

func (r *run) guard(work func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if problem := recover(); problem != nil {
				r.Errorf("panic: %v", problem)
			}
		}()
		work()
	}()
	<-done
}

// why returns what was said last.
func (r *run) why() string {
	if len(r.logs) == 0 {
		return "failed"
	}
	return strings.TrimSpace(r.logs[len(r.logs)-1])
}

func (r *run) log(text string) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.logs = append(r.logs, text)
}

func (r *run) Name() string             { return r.name }
func (r *run) Context() context.Context { return r.ctx }
func (r *run) Helper()                  {}
func (r *run) Cleanup(f func())         { r.cleanups = append(r.cleanups, f) }
func (r *run) Log(args ...any)          { r.log(fmt.Sprintln(args...)) }
func (r *run) Logf(format string, args ...any) {
	r.log(fmt.Sprintf(format, args...))
}

func (r *run) Fail() {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.failed = true
}

func (r *run) Failed() bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.failed
}

func (r *run) FailNow() {
	r.Fail()
	runtime.Goexit()
}

func (r *run) Error(args ...any) {
	r.Log(args...)
	r.Fail()
}

func (r *run) Errorf(format string, args ...any) {
	r.Logf(format, args...)
	r.Fail()
}

func (r *run) Fatal(args ...any) {
	r.Log(args...)
	r.FailNow()
}

func (r *run) Fatalf(format string, args ...any) {
	r.Logf(format, args...)
	r.FailNow()
}

func (r *run) SkipNow() {
	r.skipped = true
	runtime.Goexit()
}

func (r *run) Skip(args ...any) {
	r.Log(args...)
	r.SkipNow()
}

func (r *run) Skipf(format string, args ...any) {
	r.Logf(format, args...)
	r.SkipNow()
}

func (r *run) Skipped() bool { return r.skipped }

// TempDir returns a folder of this run alone.
func (r *run) TempDir() string {
	folder, err := os.MkdirTemp("", "fakecluster-run-")
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}
