// Fills the caches of informers of a release of client-go from the server whose URL is given, and tells whether that was possible.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

func main() {
	client, err := kubernetes.NewForConfig(&rest.Config{Host: os.Args[1]})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, leases := factory.Core().V1().Pods().Informer(), factory.Coordination().V1().Leases().Informer()
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced, leases.HasSynced) {
		fmt.Fprintln(os.Stderr, "the caches did not fill")
		os.Exit(1)
	}
	fmt.Println(len(pods.GetStore().ListKeys()), "pods,", len(leases.GetStore().ListKeys()), "leases")
}
