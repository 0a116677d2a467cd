// Package envtest_test is a suite as operators have it: it knows nothing of what KUBEBUILDER_ASSETS leads to.
package envtest_test

import (
	"context"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

var backup = schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Backup"}

func definition() *apiextensionsv1.CustomResourceDefinition {
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "backups.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: backup.Group,
			Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "backups", Singular: "backup", Kind: "Backup"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: backup.Version, Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{
					Type:                   "object",
					XPreserveUnknownFields: ptr.To(true),
				}},
			}},
		},
	}
}

func hooks() []*admissionv1.ValidatingWebhookConfiguration {
	return []*admissionv1.ValidatingWebhookConfiguration{{
		ObjectMeta: metav1.ObjectMeta{Name: "limits"},
		Webhooks: []admissionv1.ValidatingWebhook{{
			Name: "limits.example.com",
			ClientConfig: admissionv1.WebhookClientConfig{
				Service: &admissionv1.ServiceReference{Namespace: "default", Name: "hooks", Path: ptr.To("/validate")},
			},
			Rules: []admissionv1.RuleWithOperations{{
				Operations: []admissionv1.OperationType{admissionv1.Create},
				Rule:       admissionv1.Rule{APIGroups: []string{"example.com"}, APIVersions: []string{"v1"}, Resources: []string{"backups"}},
			}},
			SideEffects:             ptr.To(admissionv1.SideEffectClassNone),
			AdmissionReviewVersions: []string{"v1"},
		}},
	}}
}

func deny(_ context.Context, request admission.Request) admission.Response {
	if strings.HasPrefix(request.Name, "big") {
		return admission.Denied("too big")
	}
	return admission.Allowed("")
}

func newBackup(name string) *unstructured.Unstructured {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(backup)
	object.SetNamespace("default")
	object.SetName(name)
	return object
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestEnvironment(t *testing.T) {
	environment := &envtest.Environment{
		CRDInstallOptions:     envtest.CRDInstallOptions{CRDs: []*apiextensionsv1.CustomResourceDefinition{definition()}},
		WebhookInstallOptions: envtest.WebhookInstallOptions{ValidatingWebhooks: hooks()},
	}
	config, err := environment.Start()
	must(t, err)
	defer func() { must(t, environment.Stop()) }()

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	install := environment.WebhookInstallOptions
	server := webhook.NewServer(webhook.Options{
		Host: install.LocalServingHost, Port: install.LocalServingPort, CertDir: install.LocalServingCertDir,
	})
	manager, err := ctrl.NewManager(config, ctrl.Options{
		WebhookServer: server,
		Metrics:       metricsserver.Options{BindAddress: "0"},
	})
	must(t, err)
	manager.GetWebhookServer().Register("/validate", &webhook.Admission{Handler: admission.HandlerFunc(deny)})
	failed := make(chan error, 1)
	go func() { failed <- manager.Start(ctx) }()
	for server.StartedChecker()(&http.Request{}) != nil {
		select {
		case err := <-failed:
			t.Fatalf("the manager ended: %v", err)
		case <-time.After(20 * time.Millisecond):
		}
	}

	admin, err := client.New(config, client.Options{})
	must(t, err)
	must(t, admin.Create(ctx, newBackup("small")))
	if err := admin.Create(ctx, newBackup("big")); err == nil || !strings.Contains(err.Error(), "too big") {
		t.Fatalf("the webhook was not asked: %v", err)
	}

	user, err := environment.AddUser(envtest.User{Name: "ann", Groups: []string{"dev", "ops"}}, nil)
	must(t, err)
	ann, err := client.New(user.Config(), client.Options{})
	must(t, err)
	err = ann.List(ctx, &corev1.PodList{})
	if !apierrors.IsForbidden(err) || !strings.Contains(err.Error(), `"ann"`) {
		t.Fatalf("ann is not refused: %v", err)
	}
	shell, err := user.Kubectl()
	must(t, err)
	if _, err := os.Stat(shell.Opts[0][len("--kubeconfig="):]); err != nil {
		t.Fatal(err)
	}

	space := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "team"}}
	must(t, admin.Create(ctx, space))
	must(t, admin.Delete(ctx, space))
	must(t, admin.Get(ctx, client.ObjectKeyFromObject(space), space))
	if space.Status.Phase != corev1.NamespaceTerminating {
		t.Fatalf("there is a controller manager: the namespace is %s", space.Status.Phase)
	}
}
