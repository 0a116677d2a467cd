package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	coordinationv1beta1 "k8s.io/api/coordination/v1beta1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	networkingv1 "k8s.io/api/networking/v1"
	nodev1 "k8s.io/api/node/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/watch"
	applycoordinationv1 "k8s.io/client-go/applyconfigurations/coordination/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
)

type object interface {
	metav1.Object
	runtime.Object
}

// What the typed clients of all kinds have in common.
type typedClient[T object, L runtime.Object] interface {
	Create(context.Context, T, metav1.CreateOptions) (T, error)
	Update(context.Context, T, metav1.UpdateOptions) (T, error)
	Delete(context.Context, string, metav1.DeleteOptions) error
	Get(context.Context, string, metav1.GetOptions) (T, error)
	List(context.Context, metav1.ListOptions) (L, error)
	Watch(context.Context, metav1.ListOptions) (watch.Interface, error)
	Patch(context.Context, string, types.PatchType, []byte, metav1.PatchOptions, ...string) (T, error)
}

// replyTypes notes the media types of replies.
type replyTypes struct {
	http.RoundTripper
	lock  sync.Mutex
	types []string
}

func (r *replyTypes) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := r.RoundTripper.RoundTrip(request)
	if err == nil {
		r.lock.Lock()
		defer r.lock.Unlock()
		if kind := response.Header.Get("Content-Type"); !slices.Contains(r.types, kind) {
			r.types = append(r.types, kind)
		}
	}
	return response, err
}

func playTyped(ctx context.Context, config *rest.Config, _ []string) error {
	replies := &replyTypes{}
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		replies.RoundTripper = next
		return replies
	})
	// Of the pods that a job leaves when it is deleted.
	config.WarningHandler = rest.NoWarnings{}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	named := metav1.ObjectMeta{Name: "a"}
	storage := corev1.VolumeResourceRequirements{Requests: corev1.ResourceList{corev1.ResourceStorage: resource.MustParse("1Gi")}}
	core, coordination, networking := client.CoreV1(), client.CoordinationV1(), client.NetworkingV1()

	everyVerb(ctx, "Namespace", core.Namespaces(), &corev1.Namespace{ObjectMeta: named})
	everyVerb(ctx, "Node", core.Nodes(), &corev1.Node{ObjectMeta: named, Spec: corev1.NodeSpec{PodCIDR: "10.7.0.0/24", PodCIDRs: []string{"10.7.0.0/24"}}})
	everyVerb(ctx, "PersistentVolumeClaim", core.PersistentVolumeClaims("default"), &corev1.PersistentVolumeClaim{
		ObjectMeta: named,
		Spec:       corev1.PersistentVolumeClaimSpec{AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce}, Resources: storage},
	})
	everyVerb(ctx, "Lease", coordination.Leases("default"), &coordinationv1.Lease{ObjectMeta: named, Spec: coordinationv1.LeaseSpec{HolderIdentity: ptr.To("one"), RenewTime: ptr.To(metav1.NowMicro())}})
	everyVerb(ctx, "LeaseCandidate", client.CoordinationV1beta1().LeaseCandidates("default"), &coordinationv1beta1.LeaseCandidate{
		ObjectMeta: named,
		Spec:       coordinationv1beta1.LeaseCandidateSpec{LeaseName: "a", BinaryVersion: "1.0.0", EmulationVersion: "1.0.0", Strategy: coordinationv1.OldestEmulationVersion},
	})
	everyVerb(ctx, "Event", client.EventsV1().Events("default"), &eventsv1.Event{
		ObjectMeta:          named,
		EventTime:           metav1.NowMicro(),
		ReportingController: "example.com/tested",
		ReportingInstance:   "tested-0",
		Action:              "Testing",
		Reason:              "Tested",
		Type:                "Normal",
		Regarding:           corev1.ObjectReference{Kind: "Lease", Namespace: "default", Name: "a"},
	})
	everyVerb(ctx, "IPAddress", networking.IPAddresses(), &networkingv1.IPAddress{
		ObjectMeta: metav1.ObjectMeta{Name: "10.0.0.9"},
		Spec:       networkingv1.IPAddressSpec{ParentRef: &networkingv1.ParentReference{Resource: "services", Namespace: "default", Name: "web"}},
	})
	everyVerb(ctx, "ServiceCIDR", networking.ServiceCIDRs(), &networkingv1.ServiceCIDR{ObjectMeta: named, Spec: networkingv1.ServiceCIDRSpec{CIDRs: []string{"10.1.0.0/24"}}})
	everyVerb(ctx, "RuntimeClass", client.NodeV1().RuntimeClasses(), &nodev1.RuntimeClass{ObjectMeta: named, Handler: "tested"})
	everyVerb(ctx, "PodDisruptionBudget", client.PolicyV1().PodDisruptionBudgets("default"), &policyv1.PodDisruptionBudget{
		ObjectMeta: named,
		Spec:       policyv1.PodDisruptionBudgetSpec{MinAvailable: ptr.To(intstr.FromInt32(1)), Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}},
	})
	template := corev1.PodSpec{Containers: []corev1.Container{{Name: "web", Image: "example.com/web:1"}}}
	labels := map[string]string{"app": "web"}
	everyVerb(ctx, "ConfigMap", core.ConfigMaps("default"), &corev1.ConfigMap{ObjectMeta: named, Data: map[string]string{"a": "b"}})
	everyVerb(ctx, "Secret", core.Secrets("default"), &corev1.Secret{ObjectMeta: named, StringData: map[string]string{"a": "b"}})
	everyVerb(ctx, "Service", core.Services("default"), &corev1.Service{ObjectMeta: named, Spec: corev1.ServiceSpec{Selector: labels, Ports: []corev1.ServicePort{{Port: 80}}}})
	everyVerb(ctx, "Pod", core.Pods("default"), &corev1.Pod{ObjectMeta: named, Spec: template})
	everyVerb(ctx, "Deployment", client.AppsV1().Deployments("default"), &appsv1.Deployment{
		ObjectMeta: named,
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: template},
		},
	})
	job := batchv1.JobSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{RestartPolicy: corev1.RestartPolicyNever, Containers: template.Containers}}}
	everyVerb(ctx, "Job", client.BatchV1().Jobs("default"), &batchv1.Job{ObjectMeta: named, Spec: job})
	everyVerb(ctx, "CronJob", client.BatchV1().CronJobs("default"), &batchv1.CronJob{ObjectMeta: named, Spec: batchv1.CronJobSpec{Schedule: "@daily", JobTemplate: batchv1.JobTemplateSpec{Spec: job}}})
	everyVerb(ctx, "Role", client.RbacV1().Roles("default"), &rbacv1.Role{ObjectMeta: named, Rules: []rbacv1.PolicyRule{{Verbs: []string{"get"}, APIGroups: []string{""}, Resources: []string{"pods"}}}})

	status(ctx, client)
	apply(ctx, client)
	slices.Sort(replies.types)
	for _, kind := range replies.types {
		fmt.Println("answered", kind)
	}
	return nil
}

// everyVerb takes one object through its life and prints how each call went.
func everyVerb[T object, L runtime.Object](ctx context.Context, kind string, client typedClient[T, L], fresh T) {
	name := fresh.GetName()
	tell := func(verb string, err error) { say(kind, verb, outcome(err)) }
	created, err := client.Create(ctx, fresh, metav1.CreateOptions{})
	tell("create", err)
	_, err = client.Create(ctx, fresh, metav1.CreateOptions{})
	tell("create", err)
	read, err := client.Get(ctx, name, metav1.GetOptions{})
	tell("get", firstOf(err, same(created.GetUID(), read.GetUID())))
	list, err := client.List(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name, Limit: 10})
	tell("list", firstOf(err, holds(list, 1)))
	events, err := client.Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: read.GetResourceVersion()})
	tell("watch", err)

	for _, patch := range []struct {
		kind types.PatchType
		data string
	}{
		{types.MergePatchType, `{"metadata":{"labels":{"a":"merge"}}}`},
		{types.StrategicMergePatchType, `{"metadata":{"labels":{"a":"strategic"}}}`},
		{types.JSONPatchType, `[{"op":"replace","path":"/metadata/labels/a","value":"json"}]`},
	} {
		_, err = client.Patch(ctx, name, patch.kind, []byte(patch.data), metav1.PatchOptions{})
		tell(string(patch.kind), err)
	}

	_, err = client.Update(ctx, read, metav1.UpdateOptions{})
	tell("update", err)
	read, err = client.Get(ctx, name, metav1.GetOptions{})
	tell("get", err)
	read.SetLabels(map[string]string{"a": "update"})
	updated, err := client.Update(ctx, read, metav1.UpdateOptions{})
	tell("update", firstOf(err, same("update", updated.GetLabels()["a"])))
	tell("delete", client.Delete(ctx, name, metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions("other")}))
	tell("delete", client.Delete(ctx, name, metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions(string(created.GetUID())), GracePeriodSeconds: ptr.To(int64(0))}))
	drain(ctx, kind, events)
}

// drain prints the events of a watch, up to that of the deletion or of its start.
func drain(ctx context.Context, kind string, events watch.Interface) {
	defer events.Stop()
	for {
		select {
		case <-ctx.Done():
			fmt.Println(kind, "watch", ctx.Err())
			return
		case event := <-events.ResultChan():
			meta, ok := event.Object.(metav1.Object)
			if !ok {
				fmt.Println(kind, event.Type, fmt.Sprintf("%T", event.Object))
				return
			}
			say(kind, string(event.Type), meta.GetLabels()["a"])
			if event.Type == watch.Deleted || meta.GetDeletionTimestamp() != nil {
				return
			}
		}
	}
}

func status(ctx context.Context, client kubernetes.Interface) {
	node, err := client.CoreV1().Nodes().Create(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "worker-1"}}, metav1.CreateOptions{})
	fmt.Println("status create", outcome(err))
	node.Spec.Unschedulable = true
	node.Status.Capacity = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("4")}
	node, err = client.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{})
	fmt.Println("status update", outcome(err), node.Status.Capacity.Cpu(), node.Spec.Unschedulable)
}

func apply(ctx context.Context, client kubernetes.Interface) {
	leases := client.CoordinationV1().Leases("default")
	as := func(manager, holder string, force bool) {
		wanted := applycoordinationv1.Lease("applied", "default").WithSpec(applycoordinationv1.LeaseSpec().WithHolderIdentity(holder))
		lease, err := leases.Apply(ctx, wanted, metav1.ApplyOptions{FieldManager: manager, Force: force})
		if err != nil {
			fmt.Println("apply", manager, outcome(err))
			return
		}
		extracted, err := applycoordinationv1.ExtractLease(lease, manager)
		fmt.Println("apply", manager, outcome(err), *extracted.Spec.HolderIdentity)
	}
	as("first", "one", false)
	as("second", "two", false)
	as("second", "two", true)
}
