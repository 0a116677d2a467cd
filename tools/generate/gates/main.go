// Tells as JSON the feature gates of kube-apiserver in the pinned version: for each its stages, oldest first.
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

// Stage is what a gate is from a version on.
type Stage struct {
	Since  string `json:"since"`
	Stage  string `json:"stage,omitempty"`
	IsOn   bool   `json:"isOn,omitempty"`
	Locked bool   `json:"locked,omitempty"`
}

func main() {
	told := map[featuregate.Feature][]Stage{}
	for gate, specs := range feature.DefaultMutableFeatureGate.GetAllVersioned() {
		for _, spec := range specs {
			told[gate] = append(told[gate], Stage{
				Since:  spec.Version.String(),
				Stage:  string(spec.PreRelease),
				IsOn:   spec.Default,
				Locked: spec.LockToDefault,
			})
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(told); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
