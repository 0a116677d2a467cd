package main

import (
	"context"
	"fmt"
	"os/signal"
	"syscall"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// playInformers follows leases with a shared informer, of the typed client unless a group is given, until it is told to end.
func playInformers(ctx context.Context, config *rest.Config, args []string) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	var informer cache.SharedIndexInformer
	if len(args) == 0 {
		client, err := kubernetes.NewForConfig(config)
		if err != nil {
			return err
		}
		factory := informers.NewSharedInformerFactoryWithOptions(client, 10*time.Minute, informers.WithNamespace("default"))
		informer = factory.Coordination().V1().Leases().Informer()
		follow(informer)
		factory.Start(ctx.Done())
	} else {
		client, err := dynamic.NewForConfig(config)
		if err != nil {
			return err
		}
		factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 10*time.Minute, "default", nil)
		informer = factory.ForResource(schema.GroupVersionResource{Group: args[0], Version: "v1", Resource: "leases"}).Informer()
		follow(informer)
		factory.Start(ctx.Done())
	}
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return fmt.Errorf("the cache did not fill")
	}
	fmt.Println("synced")
	<-ctx.Done()
	for _, key := range informer.GetStore().ListKeys() {
		fmt.Println("cached", key)
	}
	return nil
}

func follow(informer cache.SharedInformer) {
	tell := func(event string, object any) {
		if gone, ok := object.(cache.DeletedFinalStateUnknown); ok {
			event, object = event+" (unseen)", gone.Obj
		}
		accessor, err := meta.Accessor(object)
		if err != nil {
			fmt.Println(event, err)
			return
		}
		say(event, accessor.GetName(), accessor.GetLabels()["x"])
	}
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { tell("add", object) },
		UpdateFunc: func(_, object any) { tell("update", object) },
		DeleteFunc: func(object any) { tell("delete", object) },
	})
}
