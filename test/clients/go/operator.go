package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// operator makes backups, keeps each for a week if it does not say how long, and refuses those of the system.
type operator struct{ client.Client }

func (o operator) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var backup BackupV1
	if err := o.Get(ctx, request.NamespacedName, &backup); err != nil || backup.Status.Phase == "Done" {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	backup.Status.Phase = "Done"
	err := o.Status().Update(ctx, &backup)
	say("status", outcome(err))
	return ctrl.Result{}, err
}

func (operator) Default(_ context.Context, object runtime.Object) error {
	if backup := object.(*BackupV1); backup.Spec.Days == 0 {
		backup.Spec.Days = 7
	}
	return nil
}

func (operator) ValidateCreate(_ context.Context, object runtime.Object) (admission.Warnings, error) {
	if backup := object.(*BackupV1); backup.Spec.Volume == "system" {
		return nil, fmt.Errorf("the volume %q is not backed up", backup.Spec.Volume)
	}
	return nil, nil
}

func (operator) ValidateUpdate(context.Context, runtime.Object, runtime.Object) (admission.Warnings, error) {
	return nil, nil
}

func (operator) ValidateDelete(context.Context, runtime.Object) (admission.Warnings, error) {
	return nil, nil
}

func operatorManager(config *rest.Config, serving webhook.Options) (manager.Manager, error) {
	log.SetLogger(logr.Discard())
	scheme := runtime.NewScheme()
	addBackups(scheme)
	made, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:        scheme,
		Metrics:       server.Options{BindAddress: "0"},
		WebhookServer: webhook.NewServer(serving),
	})
	if err != nil {
		return nil, err
	}
	own := operator{made.GetClient()}
	return made, firstOf(
		ctrl.NewControllerManagedBy(made).For(&BackupV1{}).Complete(own),
		ctrl.NewWebhookManagedBy(made).For(&BackupV1{}).WithDefaulter(own).WithValidator(own).Complete(),
	)
}

// playOperator runs the operator with its webhooks at a port, by the certificate in a folder, until it is interrupted.
func playOperator(_ context.Context, config *rest.Config, args []string) error {
	port, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	made, err := operatorManager(config, webhook.Options{Host: "127.0.0.1", Port: port, CertDir: args[1]})
	if err != nil {
		return err
	}
	ctx := ctrl.SetupSignalHandler()
	go func() {
		for ctx.Err() == nil && made.GetWebhookServer().StartedChecker()(nil) != nil {
			time.Sleep(20 * time.Millisecond)
		}
		say("serving")
	}()
	return made.Start(ctx)
}

// playEnvtest does what a suite made by kubebuilder does, with a folder of definitions and one of webhooks.
func playEnvtest(ctx context.Context, _ *rest.Config, args []string) error {
	scheme := runtime.NewScheme()
	addBackups(scheme)
	existing := true
	environment := &envtest.Environment{
		UseExistingCluster:    &existing,
		Scheme:                scheme,
		CRDDirectoryPaths:     []string{args[0]},
		ErrorIfCRDPathMissing: true,
		WebhookInstallOptions: envtest.WebhookInstallOptions{Paths: []string{args[1]}},
	}
	config, err := environment.Start()
	if err != nil {
		return err
	}
	installed := environment.WebhookInstallOptions
	serving := webhook.Options{
		Host:    installed.LocalServingHost,
		Port:    installed.LocalServingPort,
		CertDir: installed.LocalServingCertDir,
	}
	made, err := operatorManager(config, serving)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- made.Start(ctx) }()
	for made.GetWebhookServer().StartedChecker()(nil) != nil {
		time.Sleep(20 * time.Millisecond)
	}
	direct, err := client.New(config, client.Options{Scheme: scheme})
	if err != nil {
		return err
	}
	if err := useBackups(ctx, direct); err != nil {
		return err
	}
	stop()
	return firstOf(<-ended, environment.Stop())
}

func useBackups(ctx context.Context, direct client.Client) error {
	backup := &BackupV2{}
	backup.Name, backup.Namespace, backup.Spec.Source = "nightly", "default", "system"
	say(fmt.Sprint(direct.Create(ctx, backup)))
	backup.Spec.Source = "orders"
	if err := direct.Create(ctx, backup); err != nil {
		return err
	}
	say("kept", strconv.Itoa(backup.Spec.Keep))
	for backup.Status.Phase != "Done" {
		if err := direct.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	say(backup.Status.Phase)
	return nil
}
