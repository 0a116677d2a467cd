package fakecluster

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
)

const install = `fakecluster is not installed. Either
  npm install --global fakecluster      which needs Node.js 20.19 or later, or
  put its executable, which needs no Node.js, on the PATH by the name fakecluster, or
  FAKECLUSTER_BIN=/path/to/fakecluster  where either is elsewhere, or
  FAKECLUSTER_SERVER=http://HOST:PORT   to use a server that runs already`

// command returns the words that run fakecluster: the program FAKECLUSTER_BIN names, that on the PATH, or npx.
func command() ([]string, error) {
	if program := os.Getenv("FAKECLUSTER_BIN"); program != "" {
		return []string{program}, nil
	}
	if program, err := exec.LookPath("fakecluster"); err == nil {
		return []string{program}, nil
	}
	if npx, err := exec.LookPath("npx"); err == nil {
		return []string{npx, "--yes", "fakecluster@" + Version}, nil
	}
	return nil, errors.New(install)
}

// server is one that New forks.
type server struct {
	once    sync.Once
	control *Control
	err     error
	// stdin is held open as long as this process lives; the server ends with it.
	stdin io.WriteCloser
}

var (
	servers = map[string]*server{}
	lock    sync.Mutex
)

// serverWith returns the control of the server with these flags: the one FAKECLUSTER_SERVER names, or one that this
// process starts when it is first asked for.
func serverWith(flags []string) (*Control, error) {
	if url := os.Getenv("FAKECLUSTER_SERVER"); url != "" {
		return NewControl(url, os.Getenv("FAKECLUSTER_TOKEN")), nil
	}
	lock.Lock()
	key := strings.Join(flags, "\x00")
	if servers[key] == nil {
		servers[key] = &server{}
	}
	found := servers[key]
	lock.Unlock()
	found.once.Do(func() { found.err = found.start(flags) })
	return found.control, found.err
}

var listens = regexp.MustCompile(`listens on (\S+)`)

func (s *server) start(flags []string) error {
	words, err := command()
	if err != nil {
		return err
	}
	words = append(words, "--port", "0", "--until-stdin-ends")
	if !slices.Contains(flags, "--seed") {
		// With a seed, each run is the same, and the clock is virtual.
		words = append(words, "--seed", "1")
	}
	program := exec.Command(words[0], append(words[1:], flags...)...)
	var errs bytes.Buffer
	program.Stderr = &errs
	if s.stdin, err = program.StdinPipe(); err != nil {
		return err
	}
	out, err := program.StdoutPipe()
	if err != nil {
		return err
	}
	if err := program.Start(); err != nil {
		return fmt.Errorf("cannot start %s: %w\n%s", words[0], err, install)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if found := listens.FindStringSubmatch(lines.Text()); found != nil {
			s.control = NewControl(found[1], tokenIn(flags))
			go io.Copy(io.Discard, out)
			return nil
		}
	}
	err = program.Wait()
	return fmt.Errorf("%s did not start: %v\n%s", strings.Join(program.Args, " "), err, errs.String())
}

// tokenIn returns the bearer token among flags.
func tokenIn(flags []string) string {
	for i, flag := range flags[:max(len(flags)-1, 0)] {
		if flag == "--token" {
			return flags[i+1]
		}
	}
	return ""
}
