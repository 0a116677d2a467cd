// Tells as JSON the objects that a server has from the start and its program states: who may do what, flow control, priorities.
// run.ts writes src/model/generated/standing/ from it.
package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	flowcontrol "k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap"
	rbac "k8s.io/kubernetes/pkg/apis/rbac/v1"
	scheduling "k8s.io/kubernetes/pkg/apis/scheduling/v1"
	policy "k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy"
)

func main() {
	known := runtime.NewScheme()
	check(rbac.AddToScheme(known))
	check(scheduling.AddToScheme(known))
	told := map[string][]any{
		"ClusterRole":                each(append(policy.ClusterRoles(), policy.ControllerRoles()...)),
		"ClusterRoleBinding":         each(append(policy.ClusterRoleBindings(), policy.ControllerRoleBindings()...)),
		"Role":                       inNamespaces(policy.NamespaceRoles()),
		"RoleBinding":                inNamespaces(policy.NamespaceRoleBindings()),
		"FlowSchema":                 all(append(flowcontrol.MandatoryFlowSchemas, flowcontrol.SuggestedFlowSchemas...)),
		"PriorityLevelConfiguration": all(append(flowcontrol.MandatoryPriorityLevelConfigurations, flowcontrol.SuggestedPriorityLevelConfigurations...)),
		"PriorityClass":              all(scheduling.SystemPriorityClasses()),
	}
	for _, objects := range told {
		for _, object := range objects {
			// As a server stores them: the groups of subjects and of roles that are bound, whether pods are preempted.
			known.Default(object.(runtime.Object))
		}
	}
	check(json.NewEncoder(os.Stdout).Encode(told))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func all[T any](objects []*T) []any {
	found := []any{}
	for _, object := range objects {
		found = append(found, object)
	}
	return found
}

func each[T any](objects []T) []any {
	found := []any{}
	for i := range objects {
		found = append(found, &objects[i])
	}
	return found
}

func inNamespaces[T any](objects map[string][]T) []any {
	found := []any{}
	for _, namespace := range slices.Sorted(maps.Keys(objects)) {
		found = append(found, each(objects[namespace])...)
	}
	return found
}
