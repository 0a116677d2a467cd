import { membersOf } from '../registry/struct-schema.js'
import { described } from '../schema/described.js'

/** The members of a CustomResourceDefinition. */
export const definitionMembers = () =>
  described(membersOf('apiextensions.v1.CustomResourceDefinition'), {
    spec: 'How the kind is called, where it is served, and what its objects hold.',
    'spec.group': 'The API group of the kind. The name of the definition is the plural, a dot and this.',
    'spec.names': 'What the kind is called.',
    'spec.scope': '`Cluster` or `Namespaced`.',
    'spec.versions': 'The versions there are of the kind; one of them is what objects are stored in.',
    'spec.conversion': 'How an object of one version becomes one of another.',
    'spec.preserveUnknownFields': 'Deprecated; must be false.',
    status: 'What the server made of the definition.',
    'status.conditions': 'Whether the names are accepted, and the kind is served.',
    'status.acceptedNames': 'The names the kind is served under.',
    'status.storedVersions': 'Versions that objects were ever stored in.',
  })
