import { noteTemplate } from '../../client/templates.js'
import type { Draft, ObjectOf } from '../../kinds/object-types.js'
import { storedName } from '../../schema/stored-metadata.js'
import type { KubeObject } from '../../schema/object.js'
import { controllerRef, refOf } from './owner.js'

/** What pods are made of. */
export type PodTemplate = NonNullable<NonNullable<ObjectOf<'ReplicaSet'>['spec']>['template']>

/** The most characters the name of a pod may have. */
const LONGEST = 253

/**
 * The pod of a template, to be created for its owner: the template's labels, annotations, finalizers and spec, a name
 * that begins with the owner's, and a reference to the owner as its controller.
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

// The dash is left out where it would make the name too long.
const prefixOf = (name: string) => (name.length < LONGEST ? `${name}-` : name)
