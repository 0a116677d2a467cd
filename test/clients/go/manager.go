package main

import (
	"context"
	"fmt"
	"time"

	"github.com/go-logr/logr"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// backups makes a job and a role of every ConfigMap that asks for one, and writes down in it when the job is there.
type backups struct{ client.Client }

func (b backups) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var settings corev1.ConfigMap
	if err := b.Get(ctx, request.NamespacedName, &settings); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if settings.Data["backup"] == "" {
		return ctrl.Result{}, nil
	}
	meta := metav1.ObjectMeta{Name: settings.Name, Namespace: settings.Namespace}
	job := &batchv1.Job{ObjectMeta: meta}
	made, err := controllerutil.CreateOrUpdate(ctx, b.Client, job, func() error {
		if job.CreationTimestamp.IsZero() {
			job.Spec.Template.Spec = corev1.PodSpec{
				RestartPolicy: corev1.RestartPolicyNever,
				Containers:    []corev1.Container{{Name: "backup", Image: "example.io/backup:1"}},
			}
		}
		return controllerutil.SetControllerReference(&settings, job, b.Scheme())
	})
	if err != nil {
		return ctrl.Result{}, err
	}
	if made != controllerutil.OperationResultNone {
		say("job", string(made))
	}
	role := &rbacv1.Role{ObjectMeta: meta}
	made, err = controllerutil.CreateOrUpdate(ctx, b.Client, role, func() error {
		role.Rules = []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"pods"}, Verbs: []string{"get"}}}
		return controllerutil.SetControllerReference(&settings, role, b.Scheme())
	})
	if err != nil {
		return ctrl.Result{}, err
	}
	if made != controllerutil.OperationResultNone {
		say("role", string(made))
	}
	if settings.Annotations["shop.io/job"] == string(job.UID) {
		return ctrl.Result{}, nil
	}
	patch := client.MergeFrom(settings.DeepCopy())
	metav1.SetMetaDataAnnotation(&settings.ObjectMeta, "shop.io/job", string(job.UID))
	return ctrl.Result{}, b.Patch(ctx, &settings, patch)
}

// playManager runs a manager with that controller until it has made again what was deleted.
func playManager(ctx context.Context, config *rest.Config, _ []string) error {
	log.SetLogger(logr.Discard())
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                  scheme.Scheme,
		Metrics:                 server.Options{BindAddress: "0"},
		LeaderElection:          true,
		LeaderElectionID:        "backups",
		LeaderElectionNamespace: "default",
	})
	if err != nil {
		return err
	}
	err = ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).Owns(&batchv1.Job{}).Owns(&rbacv1.Role{}).
		Complete(backups{manager.GetClient()})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()
	<-manager.Elected()
	say("elected")
	if err := useManager(ctx, manager.GetClient()); err != nil {
		return err
	}
	stop()
	return <-ended
}

func useManager(ctx context.Context, direct client.Client) error {
	meta := metav1.ObjectMeta{Name: "nightly", Namespace: "default"}
	settings := &corev1.ConfigMap{ObjectMeta: meta, Data: map[string]string{"backup": "yes"}}
	if err := direct.Create(ctx, settings); err != nil {
		return err
	}
	first, err := jobOf(ctx, direct, settings, "")
	if err != nil {
		return err
	}
	background := client.PropagationPolicy(metav1.DeletePropagationBackground)
	if err := direct.Delete(ctx, &batchv1.Job{ObjectMeta: meta}, background); err != nil {
		return err
	}
	_, err = jobOf(ctx, direct, settings, first)
	return err
}

// jobOf waits until a ConfigMap names a job that is another than one, and returns that job's uid.
func jobOf(ctx context.Context, direct client.Client, settings *corev1.ConfigMap, before string) (string, error) {
	for {
		// It is read from a cache, which knows of a new object a moment later.
		if err := direct.Get(ctx, client.ObjectKeyFromObject(settings), settings); client.IgnoreNotFound(err) != nil {
			return "", err
		}
		if uid := settings.Annotations["shop.io/job"]; uid != "" && uid != before {
			return uid, nil
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("no job was made: %w", ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}
