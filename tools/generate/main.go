// Tells the Go types of the Kubernetes API as JSON: every struct that a kind reaches, with its members in their order.
// run.ts writes the data of src/model/generated/ from it and from the OpenAPI documents.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	discoveryv2 "k8s.io/api/apidiscovery/v2"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1beta1 "k8s.io/apimachinery/pkg/apis/meta/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	metrics "k8s.io/metrics/pkg/apis/metrics/v1beta1"
)

// Member is a field of a struct. One without a JSON name lends its members to the struct around it.
type Member struct {
	// Name is what Go calls the field.
	Name          string `json:"name"`
	JSON          string `json:"json"`
	Omits         bool   `json:"omits,omitempty"`
	Type          Type   `json:"type"`
	Number        string `json:"number,omitempty"`
	Strategy      string `json:"strategy,omitempty"`
	PatchMergeKey string `json:"mergeKey,omitempty"`
}

// Type is what a member holds: a Go kind, the name of the type where it has one, and what is inside.
type Type struct {
	Kind string `json:"kind"`
	Name string `json:"name,omitempty"`
	Item *Type  `json:"item,omitempty"`
	// Key is the name of the type of a map's keys, where it has one.
	Key string `json:"key,omitempty"`
}

// Report is all that is told.
type Report struct {
	Structs map[string][]Member `json:"structs"`
	// Named types that are no structs: what they are made of.
	Named map[string]Type `json:"named"`
	// Components by the name of their Go package, as OpenAPI documents call them.
	Packages map[string]string `json:"packages"`
}

func main() {
	report := Report{Structs: map[string][]Member{}, Named: map[string]Type{}, Packages: map[string]string{}}
	known := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		scheme.AddToScheme, apiextensions.AddToScheme, apiregistration.AddToScheme, metrics.AddToScheme,
		meta.AddMetaToScheme, metav1beta1.AddMetaToScheme, discoveryv2.AddToScheme,
	} {
		check(add(known))
	}
	for _, goType := range known.AllKnownTypes() {
		report.tell(goType)
	}
	check(json.NewEncoder(os.Stdout).Encode(report))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// modelled is a type that says what documents call it, as those of later versions do, whichever module they are in.
type modelled interface{ OpenAPIModelName() string }

// nameOf is a type's short name: `core.v1.PodSpec`.
func (report *Report) nameOf(goType reflect.Type) string {
	parts := strings.Split(goType.PkgPath(), "/")
	short := strings.Join(parts[max(0, len(parts)-2):], ".")
	if model, ok := reflect.Zero(goType).Interface().(modelled); ok {
		component := model.OpenAPIModelName()
		report.Packages[short] = component[:strings.LastIndex(component, ".")]
	} else if report.Packages[short] == "" {
		domain := strings.Split(parts[0], ".")
		slices.Reverse(domain)
		report.Packages[short] = strings.Join(append(domain, parts[1:]...), ".")
	}
	return short + "." + goType.Name()
}

func (report *Report) tell(goType reflect.Type) Type {
	switch goType.Kind() {
	case reflect.Pointer:
		item := report.tell(goType.Elem())
		return Type{Kind: "pointer", Item: &item}
	case reflect.Struct:
		name := report.nameOf(goType)
		if _, found := report.Structs[name]; !found {
			report.Structs[name] = nil
			report.Structs[name] = report.membersOf(goType)
		}
		return Type{Kind: "struct", Name: name}
	}
	told := Type{Kind: goType.Kind().String()}
	if goType.Kind() == reflect.Slice && goType.Elem().Kind() == reflect.Uint8 {
		told.Kind = "bytes"
	} else if goType.Kind() == reflect.Slice || goType.Kind() == reflect.Map {
		item := report.tell(goType.Elem())
		told.Item = &item
		if goType.Kind() == reflect.Map && goType.Key().PkgPath() != "" {
			told.Key = report.nameOf(goType.Key())
		}
	}
	if goType.PkgPath() == "" {
		return told
	}
	name := report.nameOf(goType)
	report.Named[name] = told
	return Type{Kind: told.Kind, Name: name, Item: told.Item, Key: told.Key}
}

func (report *Report) membersOf(goType reflect.Type) []Member {
	members := []Member{}
	for i := 0; i < goType.NumField(); i++ {
		field := goType.Field(i)
		json, protobuf := strings.Split(field.Tag.Get("json"), ","), strings.Split(field.Tag.Get("protobuf"), ",")
		if !field.IsExported() || (json[0] == "-" && len(protobuf) < 2) || field.Type.Kind() == reflect.Interface {
			continue
		}
		member := Member{Name: field.Name, JSON: json[0], Strategy: field.Tag.Get("patchStrategy"), PatchMergeKey: field.Tag.Get("patchMergeKey")}
		for _, option := range json[1:] {
			if option == "omitempty" || option == "omitzero" {
				member.Omits = true
			}
		}
		if len(protobuf) > 1 {
			member.Number = protobuf[1]
		}
		// Without a name in JSON, the type writes its JSON itself.
		if member.JSON == "" && !field.Anonymous && len(protobuf) > 3 && len(json) == 1 {
			member.JSON, member.Omits = strings.TrimPrefix(protobuf[3], "name="), true
		}
		member.Type = report.tell(field.Type)
		members = append(members, member)
	}
	return members
}
