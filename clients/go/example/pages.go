// Package pages is a small operator: it publishes the text of each Page in a ConfigMap of the same name.
package pages

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

var kind = schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Page"}

func newPage() *unstructured.Unstructured {
	page := &unstructured.Unstructured{}
	page.SetGroupVersionKind(kind)
	return page
}

type publisher struct{ client.Client }

// Reconcile has the ConfigMap and the status of a Page follow its text. It does nothing twice.
func (p *publisher) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	page := newPage()
	if err := p.Get(ctx, request.NamespacedName, page); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	text, _, err := unstructured.NestedString(page.Object, "spec", "text")
	if err != nil {
		return ctrl.Result{}, err
	}
	published := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: page.GetNamespace(), Name: page.GetName()}}
	if _, err := controllerutil.CreateOrUpdate(ctx, p, published, func() error {
		published.Data = map[string]string{"text": text}
		return controllerutil.SetControllerReference(page, published, p.Scheme())
	}); err != nil {
		return ctrl.Result{}, fmt.Errorf("cannot publish %s: %w", request, err)
	}
	if said, _, _ := unstructured.NestedString(page.Object, "status", "published"); said == text {
		return ctrl.Result{}, nil
	}
	if err := unstructured.SetNestedField(page.Object, text, "status", "published"); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, p.Status().Update(ctx, page)
}

// Run runs the operator until the context ends.
func Run(ctx context.Context, access *rest.Config) error {
	yes := true
	manager, err := ctrl.NewManager(access, ctrl.Options{
		Client:  client.Options{Cache: &client.CacheOptions{Unstructured: true}},
		Metrics: server.Options{BindAddress: "0"},
		// A process runs several of them: one for each test.
		Controller: config.Controller{SkipNameValidation: &yes},
	})
	if err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(manager).
		For(newPage()).
		Owns(&corev1.ConfigMap{}).
		Complete(&publisher{manager.GetClient()}); err != nil {
		return err
	}
	return manager.Start(ctx)
}
