/** What the members of structs say that many kinds have, by the struct. */
export const SHARED_TEXTS: { readonly [struct: string]: { readonly [member: string]: string } } = {
  'core.v1.ObjectReference': {
    kind: 'Kind of the object.',
    namespace: 'Namespace of the object.',
    name: 'Name of the object.',
    uid: 'Uid of the object.',
    apiVersion: 'Group and version of the object.',
    resourceVersion: 'The version of the object that is meant.',
    fieldPath: 'The part of the object that is meant, as in `spec.containers[0]`.',
  },
  'core.v1.Toleration': {
    key: 'Key of the taint. Empty stands for every key, and then the operator must be `Exists`.',
    operator: '`Equal`, the default, or `Exists`, which takes any value.',
    value: 'Value of the taint; empty with `Exists`.',
    effect: 'Effect of the taint. Empty stands for every effect.',
    tolerationSeconds:
      'Seconds a `NoExecute` taint is tolerated: forever where this is missing, not at all where it is zero or less.',
  },
  'meta.v1.Condition': {
    type: 'The condition, in CamelCase or as `domain/CamelCase`.',
    status: '`True`, `False` or `Unknown`.',
    observedGeneration:
      'The generation the condition was set for; it is out of date where the object has a higher one.',
    lastTransitionTime: 'When the status last changed.',
    reason: 'Why it changed, as one word in CamelCase.',
    message: 'Why it changed, for people. May be empty.',
  },
  'meta.v1.LabelSelector': {
    matchLabels: 'Labels an object must have.',
    matchExpressions: 'Requirements an object must meet, besides those of matchLabels.',
  },
  'meta.v1.LabelSelectorRequirement': {
    key: 'Name of the label.',
    operator: '`In`, `NotIn`, `Exists` or `DoesNotExist`.',
    values: 'The values of In and NotIn; none with the others.',
  },
  'networking.v1.ParentReference': {
    group: 'Group of the object; empty for the core group.',
    resource: 'Resource of the object, in the plural.',
    namespace: 'Namespace of the object.',
    name: 'Name of the object.',
  },
}
