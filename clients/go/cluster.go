package fakecluster

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/yaml"
)

// Cluster is a cluster of one test. Its methods fail the test where the server refuses.
type Cluster struct {
	// Config is how clients reach the cluster, as an administrator.
	Config *rest.Config
	// Kubeconfig is the same as the text of a kubeconfig.
	Kubeconfig string
	// Control has all operations, with a context and an error each.
	Control *Control
	t       testing.TB
}

type settings struct {
	flags    []string
	snapshot string
	fixtures []string
}

// Option is one of New.
type Option func(*settings)

// WithFlags has the server be one that was started with these flags, such as "--controllers", "none". A process starts
// one server for each list of flags. A server that FAKECLUSTER_SERVER names keeps those it has.
func WithFlags(flags ...string) Option {
	return func(s *settings) { s.flags = append(s.flags, flags...) }
}

// WithFixtures loads files, or the YAML and JSON files in folders: objects, and definitions of custom resources.
func WithFixtures(paths ...string) Option {
	return func(s *settings) { s.fixtures = append(s.fixtures, paths...) }
}

// WithSnapshot begins with a state of the server other than its start.
func WithSnapshot(id string) Option {
	return func(s *settings) { s.snapshot = id }
}

func settingsOf(options []Option) settings {
	chosen := settings{snapshot: "start"}
	for _, option := range options {
		option(&chosen)
	}
	return chosen
}

// New returns a cluster that ends with the test. A test that fails leaves behind a file about what happened, in the
// folder FAKECLUSTER_BUNDLES names or among temporary files.
func New(t testing.TB, options ...Option) *Cluster {
	t.Helper()
	chosen := settingsOf(options)
	server, err := serverWith(chosen.flags)
	if err != nil {
		t.Fatal(err)
	}
	cluster := forkOf(t, server, ForkOptions{Snapshot: chosen.snapshot})
	if len(chosen.fixtures) > 0 {
		cluster.LoadFiles(chosen.fixtures...)
	}
	return cluster
}

// Fork returns a cluster of its own that begins as this one is now, and ends with the test.
func (c *Cluster) Fork() *Cluster {
	c.t.Helper()
	return forkOf(c.t, c.Control, ForkOptions{})
}

func forkOf(t testing.TB, of *Control, options ForkOptions) *Cluster {
	t.Helper()
	fork, err := of.Fork(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	cluster, err := clusterAt(t, fork.URL, fork.Kubeconfig, of.Token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cluster.keepBundleOfFailure()
		if err := of.ForksClose(context.Background(), fork.Port); err != nil {
			t.Errorf("a fork did not end: %v", err)
		}
	})
	return cluster
}

func clusterAt(t testing.TB, url, kubeconfig, token string) (*Cluster, error) {
	config, err := configFrom(kubeconfig, "")
	if err != nil {
		return nil, err
	}
	return &Cluster{Config: config, Kubeconfig: kubeconfig, Control: NewControl(url, token), t: t}, nil
}

// configFrom reads a context of a kubeconfig, by default the current one. Its token is sent over HTTP too, which clientcmd itself leaves out.
func configFrom(kubeconfig, context string) (*rest.Config, error) {
	read, err := clientcmd.Load([]byte(kubeconfig))
	if err != nil {
		return nil, err
	}
	if context != "" {
		read.CurrentContext = context
	}
	config, err := clientcmd.NewDefaultClientConfig(*read, nil).ClientConfig()
	if err != nil {
		return nil, err
	}
	if used := read.Contexts[read.CurrentContext]; used != nil && read.AuthInfos[used.AuthInfo] != nil {
		config.BearerToken = read.AuthInfos[used.AuthInfo].Token
	}
	// A server on this machine has no need to be spared.
	config.QPS = -1
	return config, nil
}

func (c *Cluster) keepBundleOfFailure() {
	if !c.t.Failed() {
		return
	}
	bundle, err := c.Control.Bundle(context.Background(), BundleOptions{})
	if err == nil {
		var file string
		if file, err = writeBundle(c.t.Name(), bundle); err == nil {
			c.t.Logf("what happened: fakecluster inspect %s", file)
		}
	}
	if err != nil {
		c.t.Logf("what happened could not be kept: %v", err)
	}
}

func writeBundle(test string, bundle map[string]any) (string, error) {
	folder := os.Getenv("FAKECLUSTER_BUNDLES")
	if folder != "" {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return "", err
		}
	}
	file, err := os.CreateTemp(folder, strings.ReplaceAll(test, "/", "-")+"-*.json")
	if err != nil {
		return "", err
	}
	defer file.Close()
	return file.Name(), json.NewEncoder(file).Encode(bundle)
}

// must returns a value, and fails the test where there is an error.
func must[T any](c *Cluster, value T, err error) T {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
	return value
}

// ctx is that of the test: operations end with it.
func (c *Cluster) ctx() context.Context { return c.t.Context() }

// KubeconfigFile writes the kubeconfig to a file that ends with the test, and returns its path.
func (c *Cluster) KubeconfigFile() string {
	c.t.Helper()
	file := filepath.Join(c.t.TempDir(), "kubeconfig.yaml")
	return must(c, file, os.WriteFile(file, []byte(c.Kubeconfig), 0o600))
}

// ConfigAs returns how clients reach the cluster as a user.
func (c *Cluster) ConfigAs(user string, groups ...string) *rest.Config {
	c.t.Helper()
	kubeconfig, err := c.Control.Kubeconfig(c.ctx(), user, KubeconfigOptions{Group: groups})
	must(c, kubeconfig, err)
	config, err := configFrom(kubeconfig, "")
	return must(c, config, err)
}

// Load stores objects of YAML or JSON, all or none. An object that is there already is replaced.
func (c *Cluster) Load(yaml string) {
	c.t.Helper()
	loaded, err := c.Control.Load(c.ctx(), yaml, LoadOptions{})
	must(c, loaded, err)
}

// LoadFiles loads files, or the YAML and JSON files in folders.
func (c *Cluster) LoadFiles(paths ...string) {
	c.t.Helper()
	texts, err := readFiles(paths)
	must(c, texts, err)
	whole, err := json.Marshal(texts)
	c.Load(string(must(c, whole, err)))
}

type namedText struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func readFiles(paths []string) ([]namedText, error) {
	var texts []namedText
	for _, path := range paths {
		before := len(texts)
		err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || (file != path && !isManifest(file)) {
				return err
			}
			text, err := os.ReadFile(file)
			texts = append(texts, namedText{file, string(text)})
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(texts) == before {
			return nil, fmt.Errorf("there are no YAML or JSON files in %s", path)
		}
	}
	return texts, nil
}

func isManifest(file string) bool {
	switch filepath.Ext(file) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

// AddHooks puts a script of hooks in force: faults, delays, replies.
func (c *Cluster) AddHooks(script string) Script {
	c.t.Helper()
	added, err := c.Control.HooksAdd(c.ctx(), script, HooksAddOptions{})
	return must(c, added, err)
}

// VerifyHooks fails the test on hooks that never fired, and on expectations that were not met.
func (c *Cluster) VerifyHooks() {
	c.t.Helper()
	if err := c.Control.HooksVerify(c.ctx()); err != nil {
		c.t.Error(err)
	}
}

// Now returns the time it is in the cluster.
func (c *Cluster) Now() time.Time {
	c.t.Helper()
	moment, err := c.Control.Clock(c.ctx())
	return c.timeOf(moment, err)
}

// Advance moves the virtual clock, and returns the time it is then.
func (c *Cluster) Advance(by time.Duration) time.Time {
	c.t.Helper()
	moment, err := c.Control.ClockAdvance(c.ctx(), fmt.Sprintf("%dms", by.Milliseconds()))
	return c.timeOf(moment, err)
}

func (c *Cluster) timeOf(moment Moment, err error) time.Time {
	c.t.Helper()
	must(c, moment, err)
	parsed, err := time.Parse(time.RFC3339Nano, moment.Time)
	return must(c, parsed, err)
}

// Idle waits until no request has begun or is under way for a while (50 ms where 0 is given), and all is settled.
func (c *Cluster) Idle(quiet time.Duration) {
	c.t.Helper()
	if quiet == 0 {
		quiet = 50 * time.Millisecond
	}
	moment, err := c.Control.Idle(c.ctx(), IdleOptions{Quiet: fmt.Sprintf("%dms", quiet.Milliseconds())})
	must(c, moment, err)
}

// Snapshot keeps the whole state, and returns its id.
func (c *Cluster) Snapshot() string {
	c.t.Helper()
	snapshot, err := c.Control.Snapshot(c.ctx(), SnapshotOptions{})
	return must(c, snapshot, err).ID
}

// Restore goes back to a state. Revisions go on rising, and open watches end with 410.
func (c *Cluster) Restore(id string) {
	c.t.Helper()
	moment, err := c.Control.Restore(c.ctx(), id)
	must(c, moment, err)
}

// Changes returns what differs now from a state kept by Snapshot, as JSON Patches.
func (c *Cluster) Changes(since string) []Change {
	c.t.Helper()
	changes, err := c.Control.Diff(c.ctx(), since, DiffOptions{})
	return must(c, changes, err)
}

// AccessUsed returns the smallest Role and ClusterRole that cover what a user did, as YAML, where requests are
// authorized.
func (c *Cluster) AccessUsed(user string) string {
	c.t.Helper()
	roles, err := c.Control.AccessUsed(c.ctx(), user)
	return must(c, roles, err)
}

// AccessBeyond returns the part of what a user did that Roles and ClusterRoles, given as YAML, do not cover, as YAML;
// empty if they suffice.
func (c *Cluster) AccessBeyond(user, roles string) string {
	c.t.Helper()
	missing, err := c.Control.AccessBeyond(c.ctx(), user, roles, AccessBeyondOptions{})
	return must(c, missing, err)
}

// AccessUnused returns the rules of Roles and ClusterRoles, given as YAML, that a user did not need.
func (c *Cluster) AccessUnused(user, roles string) []UnneededRule {
	c.t.Helper()
	rules, err := c.Control.AccessUnused(c.ctx(), roles, AccessUnusedOptions{User: user})
	return must(c, rules, err)
}

// Request is one that the cluster was sent.
type Request struct {
	Sequence                                             int
	Time                                                 time.Time
	Method, Path, User, UserAgent, Manager               string
	Verb, APIVersion, Kind, Namespace, Name, Subresource string
	Code                                                 int
	Reason                                               string
	Body                                                 json.RawMessage
}

// Requests returns what the cluster was sent, oldest first.
func (c *Cluster) Requests(filter JournalOptions) []Request {
	c.t.Helper()
	journal, err := c.Control.Journal(c.ctx(), filter)
	must(c, journal, err)
	items, err := json.Marshal(journal.Items)
	must(c, items, err)
	var requests []Request
	err = json.Unmarshal(items, &requests)
	return must(c, requests, err)
}

// ExpectRequests fails the test unless the cluster was sent that many of these requests; it tells which ones it was.
func (c *Cluster) ExpectRequests(count int, filter JournalOptions) {
	c.t.Helper()
	found := c.Requests(filter)
	if len(found) == count {
		return
	}
	var lines strings.Builder
	for _, each := range found {
		fmt.Fprintf(&lines, "\n  #%d %s: %s %s: %d %s", each.Sequence, each.UserAgent, each.Method, each.Path, each.Code, each.Reason)
	}
	c.t.Errorf("there were %d such requests, not %d%s", len(found), count, lines.String())
}

// Objects returns the stored objects of a kind, such as Pod or Page.example.com. It is no request that the journal
// tells of, and none that a sweep lets fail.
func (c *Cluster) Objects(kind string) []unstructured.Unstructured {
	c.t.Helper()
	yes := true
	dumped, err := c.Control.Dump(c.ctx(), DumpOptions{Kinds: []string{kind}, Bootstrap: &yes})
	must(c, dumped, err)
	var list struct{ Items []unstructured.Unstructured }
	err = yaml.Unmarshal([]byte(dumped), &list)
	return must(c, list, err).Items
}

// WaitFor returns the object of a kind once it is as the condition asks; it fails the test after half a minute, or once
// the context of the test ends. It asks as Objects does.
func (c *Cluster) WaitFor(kind, namespace, name string, condition func(*unstructured.Unstructured) bool) *unstructured.Unstructured {
	c.t.Helper()
	for end := time.Now().Add(30 * time.Second); ; {
		for _, object := range c.Objects(kind) {
			if object.GetNamespace() == namespace && object.GetName() == name && condition(&object) {
				return &object
			}
		}
		if time.Now().After(end) {
			c.t.Fatalf("%s %s/%s did not become what the test waits for", kind, namespace, name)
		}
		select {
		case <-c.ctx().Done():
			c.t.Fatalf("the test ended while it waited for %s %s/%s", kind, namespace, name)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
