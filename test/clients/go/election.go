package main

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// notingLock tells who waits for it that an update is done. Whoever gives up while one is under way cannot release the lease: it
// changes below them.
type notingLock struct {
	*resourcelock.LeaseLock
	updated chan struct{}
}

func (l notingLock) Update(ctx context.Context, record resourcelock.LeaderElectionRecord) error {
	err := l.LeaseLock.Update(ctx, record)
	select {
	case l.updated <- struct{}{}:
	default:
	}
	return err
}

// leaseDuration is long enough for a busy machine: a candidate that was slow to begin is not late.
const leaseDuration = 15 * time.Second

// playElection has two candidates compete for a lease: the second leads once the first gives up, or "expires", which leaves the lease as it is.
func playElection(ctx context.Context, config *rest.Config, args []string) error {
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	leads := make(chan string, 2)
	seen := make(chan string, 4)
	renewed := make(chan struct{})
	releases := len(args) == 0 || args[0] != "expires"
	run := func(ctx context.Context, identity string, updated chan struct{}) {
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
			Lock: notingLock{&resourcelock.LeaseLock{
				LeaseMeta:  metav1.ObjectMeta{Name: "leader", Namespace: "default"},
				Client:     client.CoordinationV1(),
				LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
			}, updated},
			ReleaseOnCancel: releases,
			LeaseDuration:   leaseDuration,
			RenewDeadline:   12 * time.Second,
			RetryPeriod:     200 * time.Millisecond,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) { leads <- identity },
				OnStoppedLeading: func() {},
				OnNewLeader:      func(leader string) { seen <- identity + " sees " + leader },
			},
		})
	}
	first, giveUp := context.WithCancel(ctx)
	defer giveUp()
	go run(first, "first", renewed)
	fmt.Println(<-leads, "leads")
	fmt.Println(<-seen)
	second, end := context.WithCancel(ctx)
	defer end()
	go run(second, "second", nil)
	fmt.Println(<-seen)
	if releases {
		<-renewed
	}
	giveUp()
	fmt.Println(<-leads, "leads")
	fmt.Println(<-seen)
	return nil
}
