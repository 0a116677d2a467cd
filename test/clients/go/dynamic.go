package main

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

// playDynamic takes a lease of the group given through its life, found by its kind in discovery.
func playDynamic(ctx context.Context, config *rest.Config, args []string) error {
	discoverer, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return err
	}
	groups, err := restmapper.GetAPIGroupResources(discoverer)
	if err != nil {
		return err
	}
	kind := schema.GroupKind{Group: args[0], Kind: "Lease"}
	mapping, err := restmapper.NewDiscoveryRESTMapper(groups).RESTMapping(kind)
	if err != nil {
		return err
	}
	fmt.Println("mapping", mapping.Resource.Resource, mapping.Scope.Name())
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	leases := client.Resource(mapping.Resource).Namespace("default")
	lease := func(holder string) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": mapping.GroupVersionKind.GroupVersion().String(),
			"kind":       "Lease",
			"metadata":   map[string]any{"name": "a"},
			"spec":       map[string]any{"holderIdentity": holder, "leaseDurationSeconds": int64(15)},
		}}
	}
	tell := func(verb string, object *unstructured.Unstructured, err error) {
		holder := ""
		if object != nil && err == nil {
			holder, _, _ = unstructured.NestedString(object.Object, "spec", "holderIdentity")
		}
		say(verb, outcome(err), holder)
	}

	created, err := leases.Create(ctx, lease("one"), metav1.CreateOptions{})
	tell("create", created, err)
	_, err = leases.Create(ctx, lease("one"), metav1.CreateOptions{})
	tell("create", nil, err)
	wrong := lease("one")
	wrong.SetName("b")
	wrong.Object["spec"].(map[string]any)["bogus"] = true
	_, err = leases.Create(ctx, wrong, metav1.CreateOptions{FieldValidation: "Strict"})
	tell("strict", nil, err)
	for i := range 25 {
		more := lease("many")
		more.SetName(fmt.Sprintf("many-%02d", i))
		if _, err := leases.Create(ctx, more, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	pages, count := 0, 0
	for token := ""; pages == 0 || token != ""; pages++ {
		list, err := leases.List(ctx, metav1.ListOptions{Limit: 10, Continue: token})
		if err != nil {
			return err
		}
		count, token = count+len(list.Items), list.GetContinue()
	}
	fmt.Println("list", pages, count)

	patched, err := leases.Patch(ctx, "a", types.MergePatchType, []byte(`{"spec":{"holderIdentity":"merge"}}`), metav1.PatchOptions{})
	tell("patch", patched, err)
	_, err = leases.Update(ctx, created, metav1.UpdateOptions{})
	tell("update", nil, err)
	created.SetResourceVersion(patched.GetResourceVersion())
	updated, err := leases.Update(ctx, created, metav1.UpdateOptions{})
	tell("update", updated, err)
	_, err = leases.Apply(ctx, "a", lease("applied"), metav1.ApplyOptions{FieldManager: "tested"})
	tell("apply", nil, err)
	applied, err := leases.Apply(ctx, "a", lease("applied"), metav1.ApplyOptions{FieldManager: "tested", Force: true})
	tell("apply", applied, err)
	tell("delete", nil, leases.Delete(ctx, "a", metav1.DeleteOptions{}))
	_, err = leases.Get(ctx, "a", metav1.GetOptions{})
	tell("get", nil, err)
	tell("delete collection", nil, leases.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}))
	list, err := leases.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	fmt.Println("list", 1, len(list.Items))
	return nil
}
