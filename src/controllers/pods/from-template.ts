import { noteTemplate } from '../../server/client/templates.js'
import type { Draft, ObjectOf } from '../../kinds/object-types.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import { controllerRef, refOf } from './owner.js'

/** The template of pods. */
export type PodTemplate = NonNullable<NonNullable<ObjectOf<'ReplicaSet'>['spec']>['template']>

/** The longest name of a pod. */
const LONGEST = 253

/**
 * Returns the pod to create for an owner: with the template's labels, annotations, finalizers and spec, a generateName
 * from the owner's name, and a controller reference to the owner.
 */
export function podFromTemplate({ metadata = {}, spec }: PodTemplate, owner: KubeObject): Draft<'Pod'> {
  const { labels, annotations, finalizers } = metadata
  noteTemplate(owner, { metadata, spec })
  return {
    metadata: {
      namespace: refOf(owner).namespace,
      generateName: prefixOf(storedName(owner)),
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
      ...(finalizers ? { finalizers } : {}),
      ownerReferences: [controllerRef(owner)],
    },
    ...(spec ? { spec } : {}),
  }
}

// The dash is left out if it would make the name too long.
const prefixOf = (name: string) => (name.length < LONGEST ? `${name}-` : name)
