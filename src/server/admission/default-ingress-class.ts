import { CLASS_ANNOTATION, type Ingress } from '../../kinds/networking/ingress/ingress-types.js'
import { isDefaultIngressClass, newestDefault } from '../../model/registry/storage-classes.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'

/** DefaultIngressClass: an Ingress without a class gets the newest class marked as default. */
export const defaultIngressClass = defineAdmissionPlugin<Ingress>({
  name: 'DefaultIngressClass',
  handles: writesOf({
    operations: ['create'],
    group: (profile) => profile.group('networking'),
    resource: 'ingresses',
  }),
  admit({ object }, { list, profile }) {
    const { metadata, spec = {} } = object
    if (spec.ingressClassName !== undefined || metadata.annotations?.[CLASS_ANNOTATION] !== undefined) return object
    const name = newestDefault(list(`${profile.group('networking')}/ingressclasses`), isDefaultIngressClass)?.metadata
      .name
    return name === undefined ? object : { ...object, spec: { ...spec, ingressClassName: name } }
  },
})
