// Tells as JSON the feature gates of kube-apiserver in the pinned version, as they are on a server with default settings.
// run.ts writes src/model/generated/feature-gates.ts from those of all versions.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	// Each registers its gates.
	_ "k8s.io/apiextensions-apiserver/pkg/features"
	_ "k8s.io/apiserver/pkg/features"
	"k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	_ "k8s.io/kubernetes/pkg/features"
)

// Gate is what a gate is.
type Gate struct {
	Stage  string `json:"stage,omitempty"`
	IsOn   bool   `json:"isOn,omitempty"`
	Locked bool   `json:"locked,omitempty"`
}

func main() {
	told := map[featuregate.Feature]Gate{}
	// The server's own rule chooses among the stages of a gate, some of which are only so beside servers of this version.
	for name, spec := range feature.DefaultMutableFeatureGate.GetAll() {
		told[name] = Gate{Stage: string(spec.PreRelease), IsOn: spec.Default, Locked: spec.LockToDefault}
	}
	if err := json.NewEncoder(os.Stdout).Encode(told); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
