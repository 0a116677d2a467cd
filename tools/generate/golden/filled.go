package main

import (
	"fmt"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"time"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Kinds of versions that are not stable and are served, or asked for.
var betas = regexp.MustCompile(`^(coordination\.k8s\.io/v1beta1, Kind=LeaseCandidate|admissionregistration\.k8s\.io/v1alpha1, Kind=Mutating|certificates\.k8s\.io/v1beta1, Kind=ClusterTrustBundle|resource\.k8s\.io/v1beta[12], |storage\.k8s\.io/v1beta1, Kind=VolumeAttributesClass|meta\.k8s\.io/v1beta1, Kind=PartialObjectMetadataList|apidiscovery\.k8s\.io/v2beta1)`)

// Kinds that no request and no reply holds in protobuf.
var apart = map[string]bool{
	"List": true, "WatchEvent": true, "Table": true, "RangeAllocation": true, "SerializedReference": true, "PodStatusResult": true, "ConversionReview": true,
}

func filledObjects() []runtime.Object {
	kinds := []schema.GroupVersionKind{}
	for kind := range known.AllKnownTypes() {
		stable := !strings.Contains(kind.Version, "alpha") && !strings.Contains(kind.Version, "beta")
		isOptions := strings.HasSuffix(kind.Kind, "Options") && (kind.Kind != "DeleteOptions" || kind.Group != "")
		if kind.Version != runtime.APIVersionInternal && (stable || betas.MatchString(kind.String())) && !isOptions && !apart[kind.Kind] {
			kinds = append(kinds, kind)
		}
	}
	sort.Slice(kinds, func(i, j int) bool { return kinds[i].String() < kinds[j].String() })
	objects := []runtime.Object{}
	filler := filler{filled: map[reflect.Type]bool{}}
	for _, kind := range kinds {
		for _, isFull := range []bool{true, false} {
			object, err := known.New(kind)
			check(err)
			if isFull {
				filler.fill(reflect.ValueOf(object).Elem())
			}
			object.GetObjectKind().SetGroupVersionKind(kind)
			objects = append(objects, object)
		}
	}
	return objects
}

// filler gives every member a value of its own. A struct is filled where it is met first: how it is written does not depend on where.
type filler struct {
	count  int64
	filled map[reflect.Type]bool
}

func (f *filler) next() int64 {
	f.count++
	return f.count
}

// fill gives a value, and all it holds, values.
func (f *filler) fill(value reflect.Value) {
	if f.fillSpecial(value) {
		return
	}
	switch value.Kind() {
	case reflect.Pointer:
		value.Set(reflect.New(value.Type().Elem()))
		f.fill(value.Elem())
	case reflect.Struct:
		if f.filled[value.Type()] {
			return
		}
		f.filled[value.Type()] = true
		for i := 0; i < value.NumField(); i++ {
			field := value.Type().Field(i)
			if field.IsExported() && field.Type != reflect.TypeFor[meta.TypeMeta]() && field.Tag.Get("protobuf") != "" && field.Tag.Get("json") != "-" {
				f.fill(value.Field(i))
			}
		}
	case reflect.Slice:
		if value.Type().Elem().Kind() == reflect.Uint8 {
			value.SetBytes([]byte{0, 255, byte(f.next())})
			return
		}
		value.Set(reflect.MakeSlice(value.Type(), 2, 2))
		for i := range 2 {
			f.fill(value.Index(i))
		}
	case reflect.Map:
		value.Set(reflect.MakeMap(value.Type()))
		for _, key := range []string{"b", "a", "ä/\U0001F600", "ä/\uFFFD"} {
			item := reflect.New(value.Type().Elem()).Elem()
			f.fill(item)
			value.SetMapIndex(reflect.ValueOf(key).Convert(value.Type().Key()), item)
		}
	case reflect.String:
		value.SetString(fmt.Sprintf("text <%d> é", f.next()))
	case reflect.Bool:
		value.SetBool(true)
	case reflect.Int32, reflect.Int64:
		value.SetInt(f.number(value.Kind() == reflect.Int64))
	case reflect.Float64:
		value.SetFloat(float64(f.next()) + 0.25)
	}
}

// number is small, negative, or as large as its type can hold and JSON tells exactly.
func (f *filler) number(isLong bool) int64 {
	number := f.next()
	switch {
	case number%5 == 0:
		return -number
	case number%7 == 0 && isLong:
		return 1<<53 - number
	case number%7 == 0:
		return 1<<31 - number
	}
	return number
}

func (f *filler) fillSpecial(value reflect.Value) bool {
	if !value.CanAddr() {
		return false
	}
	switch special := value.Addr().Interface().(type) {
	case *meta.Time:
		special.Time = time.Unix(1_700_000_000+f.next(), 0)
	case *meta.MicroTime:
		special.Time = time.Unix(f.next()-1_000, 123_456_000)
	case *resource.Quantity:
		*special = resource.MustParse(fmt.Sprintf("%dm", 1_000+f.next()))
	case *intstr.IntOrString:
		if *special = intstr.FromString(fmt.Sprintf("%d%%", f.next())); f.count%2 == 0 {
			*special = intstr.FromInt32(int32(-f.count))
		}
	case *meta.FieldsV1:
		special.Raw = []byte(fmt.Sprintf(`{"f:%d":{".":{}}}`, f.next()))
	case *runtime.RawExtension:
		special.Raw = []byte(fmt.Sprintf(`{"a":%d}`, f.next()))
	case *apiextensions.JSON:
		special.Raw = []byte(fmt.Sprintf(`["a",%d]`, f.next()))
	case *apiextensions.JSONSchemaPropsOrArray:
		special.Schema = &apiextensions.JSONSchemaProps{Type: "string"}
		if f.next()%2 == 0 {
			special.Schema, special.JSONSchemas = nil, []apiextensions.JSONSchemaProps{{Type: "string"}, {}}
		}
	case *apiextensions.JSONSchemaPropsOrBool:
		special.Allows = true
		if f.next()%2 == 0 {
			special.Schema = &apiextensions.JSONSchemaProps{Type: "integer"}
		}
	case *apiextensions.JSONSchemaPropsOrStringArray:
		special.Property = []string{"a", "b"}
		if f.next()%2 == 0 {
			special.Schema, special.Property = &apiextensions.JSONSchemaProps{Type: "boolean"}, nil
		}
	default:
		return false
	}
	return true
}
