package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/conversion"
)

// BackupV1 is a Backup as it is stored.
type BackupV1 struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              struct {
		Volume string `json:"volume"`
		Days   int    `json:"days,omitempty"`
	} `json:"spec"`
	Status BackupStatus `json:"status,omitempty"`
}

// BackupV2 is the same, with other names.
type BackupV2 struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              struct {
		Source string `json:"source"`
		Keep   int    `json:"keep,omitempty"`
	} `json:"spec"`
	Status BackupStatus `json:"status,omitempty"`
}

type BackupStatus struct {
	Phase string `json:"phase,omitempty"`
}

// BackupList is a list of Backups as they are stored.
type BackupList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []BackupV1 `json:"items"`
}

func (*BackupV1) Hub() {}

func (b *BackupV2) ConvertTo(hub conversion.Hub) error {
	stored := hub.(*BackupV1)
	stored.ObjectMeta, stored.Status = b.ObjectMeta, b.Status
	stored.Spec.Volume, stored.Spec.Days = b.Spec.Source, b.Spec.Keep
	return nil
}

func (b *BackupV2) ConvertFrom(hub conversion.Hub) error {
	stored := hub.(*BackupV1)
	b.ObjectMeta, b.Status = stored.ObjectMeta, stored.Status
	b.Spec.Source, b.Spec.Keep = stored.Spec.Volume, stored.Spec.Days
	return nil
}

func (b *BackupV1) DeepCopyObject() runtime.Object {
	copied := *b
	copied.ObjectMeta = *b.ObjectMeta.DeepCopy()
	return &copied
}

func (b *BackupV2) DeepCopyObject() runtime.Object {
	copied := *b
	copied.ObjectMeta = *b.ObjectMeta.DeepCopy()
	return &copied
}

func (l *BackupList) DeepCopyObject() runtime.Object {
	copied := *l
	copied.Items = nil
	for i := range l.Items {
		copied.Items = append(copied.Items, *l.Items[i].DeepCopyObject().(*BackupV1))
	}
	return &copied
}

func addBackups(scheme *runtime.Scheme) {
	v1 := schema.GroupVersion{Group: "example.com", Version: "v1"}
	v2 := schema.GroupVersion{Group: "example.com", Version: "v2"}
	scheme.AddKnownTypeWithName(v1.WithKind("Backup"), &BackupV1{})
	scheme.AddKnownTypeWithName(v1.WithKind("BackupList"), &BackupList{})
	scheme.AddKnownTypeWithName(v2.WithKind("Backup"), &BackupV2{})
	metav1.AddToGroupVersion(scheme, v1)
	metav1.AddToGroupVersion(scheme, v2)
}
