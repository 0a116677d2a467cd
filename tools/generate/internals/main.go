// Prints the structs as which kube-apiserver compares objects when it tells what a refused change would change
// (k8s.io/kubernetes/pkg/apis): their members in order, each with the name it has in JSON, and how the struct itself
// is written as JSON.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"

	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	resourcev1beta2 "k8s.io/api/resource/v1beta2"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/certificates"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/resource"
)

// Field is a member: its name in Go, its name in JSON ("" for what is inline), its type, and how itself is written.
type Field [4]string

// Type is a type with a name.
type Type struct {
	// Fields of a struct.
	Fields []Field `json:"fields,omitempty"`
	// Of is what a named type is made of, where it is no struct.
	Of string `json:"of,omitempty"`
	// Stringer tells who has a String method: "value" or "pointer".
	Stringer string `json:"stringer,omitempty"`
	// Equal tells that it is compared by a method of its own.
	Equal bool `json:"equal,omitempty"`
}

// What is compared or printed, with the published structs that know the names.
var roots = map[reflect.Type]reflect.Type{
	reflect.TypeFor[core.PodSpec]():                                    reflect.TypeFor[corev1.PodSpec](),
	reflect.TypeFor[core.PodTemplateSpec]():                            reflect.TypeFor[corev1.PodTemplateSpec](),
	reflect.TypeFor[core.VolumeNodeAffinity]():                         reflect.TypeFor[corev1.VolumeNodeAffinity](),
	reflect.TypeFor[batch.PodFailurePolicy]():                          reflect.TypeFor[batchv1.PodFailurePolicy](),
	reflect.TypeFor[batch.SuccessPolicy]():                             reflect.TypeFor[batchv1.SuccessPolicy](),
	reflect.TypeFor[core.PersistentVolumeSource]():                     reflect.TypeFor[corev1.PersistentVolumeSource](),
	reflect.TypeFor[core.PersistentVolumeClaim]():                      reflect.TypeFor[corev1.PersistentVolumeClaim](),
	reflect.TypeFor[core.EphemeralContainer]():                         reflect.TypeFor[corev1.EphemeralContainer](),
	reflect.TypeFor[apiextensions.CustomResourceDefinitionVersion]():   reflect.TypeFor[apiextensionsv1.CustomResourceDefinitionVersion](),
	reflect.TypeFor[resource.ResourceClaimTemplateSpec]():              reflect.TypeFor[resourcev1beta2.ResourceClaimTemplateSpec](),
	reflect.TypeFor[resource.AllocationResult]():                       reflect.TypeFor[resourcev1beta2.AllocationResult](),
	reflect.TypeFor[certificates.CertificateSigningRequestCondition](): reflect.TypeFor[v1.CertificateSigningRequestCondition](),
}

var types = map[string]*Type{}

func main() {
	for internal, published := range roots {
		read(internal, published)
	}
	if err := json.NewEncoder(os.Stdout).Encode(types); err != nil {
		panic(err)
	}
}

var stringer = reflect.TypeFor[fmt.Stringer]()

func read(t, published reflect.Type) {
	if t.Name() == "" {
		if t.Kind() == reflect.Map || t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
			if published != nil && published.Kind() == t.Kind() {
				published = published.Elem()
			}
			if t.Kind() == reflect.Map {
				read(t.Key(), nil)
			}
			read(t.Elem(), published)
		}
		return
	}
	if t.PkgPath() == "" || types[t.String()] != nil {
		return
	}
	found := &Type{}
	types[t.String()] = found
	if t.Implements(stringer) {
		found.Stringer = "value"
	} else if reflect.PointerTo(t).Implements(stringer) {
		found.Stringer = "pointer"
	}
	if m, ok := t.MethodByName("Equal"); ok && m.Type.NumIn() == 2 && m.Type.In(1) == t {
		found.Equal = true
	}
	switch {
	case t.Kind() == reflect.Map:
		found.Of = t.Kind().String() + "[" + t.Key().String() + "]" + t.Elem().String()
		read(t.Key(), nil)
		read(t.Elem(), published.Elem())
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		found.Of = "[]" + t.Elem().String()
		read(t.Elem(), published.Elem())
	case t.Kind() != reflect.Struct:
		found.Of = t.Kind().String()
	case found.Equal || t.PkgPath() == "time":
	default:
		for i := range t.NumField() {
			f := t.Field(i)
			p, ok := published.FieldByName(f.Name)
			if !ok {
				// The published pod has these beside its security context.
				p, ok = reflect.TypeFor[corev1.PodSpec]().FieldByName(f.Name)
			}
			if !ok {
				panic("nothing published is called " + t.String() + "." + f.Name)
			}
			name, _, _ := strings.Cut(p.Tag.Get("json"), ",")
			read(f.Type, p.Type)
			found.Fields = append(found.Fields, Field{f.Name, name, f.Type.String(), written(f)})
		}
	}
}

// written is how a member of the struct itself is written as JSON: "" by its name in Go, "-" inline, "=" by its name in
// JSON, and "?" by that unless it is empty.
func written(f reflect.StructField) string {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch {
	case name == "" && f.Anonymous:
		return "-"
	case strings.Contains(options, "omitzero"), strings.Contains(options, "omitempty") && f.Type.Kind() != reflect.Struct:
		return "?"
	case name != "":
		return "="
	}
	return ""
}
