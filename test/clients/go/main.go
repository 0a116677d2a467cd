// A program that does what Go programs do with client-go, and prints a line for each thing it sees.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

var parts = map[string]func(context.Context, *rest.Config, []string) error{
	"dynamic":   playDynamic,
	"election":  playElection,
	"envtest":   playEnvtest,
	"informers": playInformers,
	"manager":   playManager,
	"operator":  playOperator,
	"typed":     playTyped,
}

func main() {
	if err := play(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func play(args []string) error {
	if len(args) == 0 || parts[args[0]] == nil {
		return fmt.Errorf("usage: clients dynamic|election|envtest|informers|manager|operator|typed [ARGUMENT…], with KUBECONFIG in the environment")
	}
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 1000, 1000
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	return parts[args[0]](ctx, config, args[1:])
}
