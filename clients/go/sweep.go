package fakecluster

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Scenario is what a sweep runs for each fault: the test's own function, which ends by itself. It fails as a test does;
// its context ends when it takes too long.
type Scenario func(t testing.TB, cluster *Cluster)

// SweepOptions are those of Sweep.
type SweepOptions struct {
	// Within is how long a run may take in real time (default one minute).
	Within time.Duration
}

// ExploreOptions are those of Explore.
type ExploreOptions struct {
	Within time.Duration
	// Seed decides which faults are tried together (default 1).
	Seed int
	// Runs is how many combinations to try (default 100).
	Runs int
	// Most is how many faults one run has at most (default 4).
	Most int
}

// Report is what came of a sweep.
type Report struct {
	Runs     int              `json:"runs"`
	Requests []Request        `json:"requests"`
	Findings []map[string]any `json:"findings"`
	// Unfired are the faults that never came about, as no such request was sent again.
	Unfired []string `json:"unfired"`
	// Text tells of all findings, one a line.
	Text string `json:"text"`
}

// ExpectNone fails a test with what was found.
func (r Report) ExpectNone(t testing.TB) {
	t.Helper()
	if len(r.Findings) > 0 {
		t.Errorf("%d findings in %d runs:\n%s", len(r.Findings), r.Runs, r.Text)
	}
}

// Sweep runs a scenario on forks of the cluster: twice without faults, and then again for each request it made and each
// fault that fits. It reports the runs that ended otherwise.
func (c *Cluster) Sweep(scenario Scenario, options SweepOptions) Report {
	c.t.Helper()
	return c.runLines(scenario, append([]string{"sweep"}, within(options.Within)...))
}

// Explore runs a scenario with several faults at once, chosen by a seed, up to the first finding.
func (c *Cluster) Explore(scenario Scenario, options ExploreOptions) Report {
	c.t.Helper()
	words := append([]string{"explore"}, within(options.Within)...)
	for flag, value := range map[string]int{"--seed": options.Seed, "--runs": options.Runs, "--most": options.Most} {
		if value != 0 {
			words = append(words, flag, strconv.Itoa(value))
		}
	}
	return c.runLines(scenario, words)
}

func within(limit time.Duration) []string {
	if limit == 0 {
		return nil
	}
	return []string{"--within", fmt.Sprintf("%dms", limit.Milliseconds())}
}

// line is one that `fakecluster ctl sweep --lines` prints: a run to begin, the word to end it, or the report.
type line struct {
	Run        int
	URL        string
	Kubeconfig string
	Cancel     bool
	Report     *Report
}

func (c *Cluster) runLines(scenario Scenario, words []string) Report {
	c.t.Helper()
	found, err := command()
	must(c, found, err)
	args := append(append([]string{}, found[1:]...), "ctl", words[0], "--lines", "--server", c.Control.URL)
	args = append(args, words[1:]...)
	if strings.HasPrefix(c.Control.URL, "https:") {
		args = append(args, "--insecure")
	}
	program := exec.CommandContext(c.ctx(), found[0], args...)
	program.Env = append(os.Environ(), "FAKECLUSTER_TOKEN="+c.Control.Token)
	if c.Control.Token == "" {
		program.Env = os.Environ()
	}
	var errs bytes.Buffer
	program.Stderr = &errs
	input, err := program.StdinPipe()
	must(c, input, err)
	output, err := program.StdoutPipe()
	must(c, output, err)
	must(c, program, program.Start())
	report := c.answer(scenario, output, input)
	err = program.Wait()
	if report == nil {
		c.t.Fatalf("the sweep could not run: %v\n%s", err, errs.String())
	}
	return *report
}

// answer runs the scenario for each line that begins a run, and returns the report once it is there.
func (c *Cluster) answer(scenario Scenario, output io.Reader, input io.WriteCloser) *Report {
	defer input.Close()
	lines := bufio.NewReader(output)
	cancel := func() {}
	defer func() { cancel() }()
	for {
		text, err := lines.ReadBytes('\n')
		if err != nil {
			return nil
		}
		var read line
		if err := json.Unmarshal(text, &read); err != nil {
			c.t.Fatalf("the sweep printed %q: %v", text, err)
		}
		switch {
		case read.Report != nil:
			return read.Report
		case read.Cancel:
			cancel()
		default:
			cancel()
			ctx, end := context.WithCancel(c.ctx())
			cancel = end
			go c.play(ctx, scenario, read, input)
		}
	}
}

// play runs the scenario on a fork, and answers how that went.
func (c *Cluster) play(ctx context.Context, scenario Scenario, on line, input io.Writer) {
	answer := map[string]string{}
	run := &run{TB: c.t, ctx: ctx, name: fmt.Sprintf("%s/run-%d", c.t.Name(), on.Run)}
	cluster, err := clusterAt(run, on.URL, on.Kubeconfig, c.Control.Token)
	if err != nil {
		answer["error"] = err.Error()
	} else if run.play(func() { scenario(run, cluster) }); run.failed {
		answer["error"] = run.why()
	}
	text, _ := json.Marshal(answer) // a map of texts is always JSON
	fmt.Fprintf(input, "%s\n", text)
}
