// Tells what the Go types of the Kubernetes API are in protobuf. With -filled it writes an object of every kind with every member
// filled, one with none, and a list; else it reads an object as JSON from each line. Each comes out as a line: in protobuf (base64),
// and the JSON that is read back from that, or what is wrong with it.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	discoveryv2 "k8s.io/api/apidiscovery/v2"
	discoveryv2beta1 "k8s.io/api/apidiscovery/v2beta1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1beta1 "k8s.io/apimachinery/pkg/apis/meta/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// Told is what is written of an object.
type Told struct {
	Protobuf []byte          `json:"protobuf,omitempty"`
	JSON     json.RawMessage `json:"json,omitempty"`
	Error    string          `json:"error,omitempty"`
}

var known = runtime.NewScheme()

func main() {
	for _, add := range []func(*runtime.Scheme) error{
		scheme.AddToScheme, apiextensions.AddToScheme, apiregistration.AddToScheme,
		meta.AddMetaToScheme, metav1beta1.AddMetaToScheme, discoveryv2.AddToScheme, discoveryv2beta1.AddToScheme,
	} {
		check(add(known))
	}
	isFilled := flag.Bool("filled", false, "write objects of every kind")
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	write := func(object runtime.Object, problem error) {
		told := Told{}
		if problem == nil {
			told, problem = tell(object)
		}
		if problem != nil {
			told = Told{Error: problem.Error()}
		}
		check(json.NewEncoder(out).Encode(told))
	}
	if *isFilled {
		for _, object := range filledObjects() {
			write(object, nil)
		}
		return
	}
	for reader := bufio.NewReader(os.Stdin); ; {
		line, err := reader.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			write(read(line))
		}
		if err == io.EOF {
			return
		}
		check(err)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(line []byte) (runtime.Object, error) {
	var name meta.TypeMeta
	if err := json.Unmarshal(line, &name); err != nil {
		return nil, err
	}
	object, err := known.New(schema.FromAPIVersionAndKind(name.APIVersion, name.Kind))
	if err != nil {
		return nil, err
	}
	return object, json.Unmarshal(line, object)
}

func tell(object runtime.Object) (Told, error) {
	serializer := protobuf.NewSerializer(known, known)
	var binary bytes.Buffer
	if err := serializer.Encode(object, &binary); err != nil {
		return Told{}, err
	}
	back, _, err := serializer.Decode(binary.Bytes(), nil, nil)
	if err != nil {
		return Told{}, err
	}
	text, err := json.Marshal(back)
	return Told{Protobuf: binary.Bytes(), JSON: text}, err
}
