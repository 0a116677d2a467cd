import { always, array, boolean, bytes, int32, nullable, pointer, string, struct, time } from '../schema/builders.js'
import { described } from '../schema/described.js'
import type { Schema } from '../schema/types.js'
import { jsonSchemaProps } from './json-schema.js'

const V1 = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1'

const names = () =>
  struct(
    `${V1}.CustomResourceDefinitionNames`,
    {
      plural: always(string()),
      singular: string(),
      shortNames: array(string()),
      kind: always(string()),
      listKind: string(),
      categories: array(string()),
    },
    { required: ['plural', 'kind'] },
  )

const column = () =>
  struct(
    `${V1}.CustomResourceColumnDefinition`,
    {
      name: always(string()),
      type: always(string()),
      format: string(),
      description: string(),
      priority: int32(),
      jsonPath: always(string()),
    },
    { required: ['name', 'type', 'jsonPath'] },
  )

const subresources = () =>
  struct(`${V1}.CustomResourceSubresources`, {
    status: pointer(struct(`${V1}.CustomResourceSubresourceStatus`, {})),
    scale: pointer(
      struct(
        `${V1}.CustomResourceSubresourceScale`,
        {
          specReplicasPath: always(string()),
          statusReplicasPath: always(string()),
          labelSelectorPath: pointer(string()),
        },
        { required: ['specReplicasPath', 'statusReplicasPath'] },
      ),
    ),
  })

const version = () =>
  struct(
    `${V1}.CustomResourceDefinitionVersion`,
    {
      name: always(string()),
      served: always(boolean()),
      storage: always(boolean()),
      deprecated: boolean(),
      deprecationWarning: pointer(string()),
      schema: pointer(
        struct(`${V1}.CustomResourceValidation`, { openAPIV3Schema: pointer(jsonSchemaProps()) as Schema }),
      ),
      subresources: pointer(subresources()),
      additionalPrinterColumns: array(column()),
      selectableFields: array(
        struct(`${V1}.SelectableField`, { jsonPath: always(string()) }, { required: ['jsonPath'] }),
      ),
    },
    { required: ['name', 'served', 'storage'] },
  )

const conversion = () => {
  const service = struct(
    `${V1}.ServiceReference`,
    { namespace: always(string()), name: always(string()), path: pointer(string()), port: pointer(int32()) },
    { required: ['namespace', 'name'] },
  )
  const clientConfig = struct(`${V1}.WebhookClientConfig`, {
    url: pointer(string()),
    service: pointer(service),
    caBundle: bytes(),
  })
  const webhook = struct(
    `${V1}.WebhookConversion`,
    { clientConfig: pointer(clientConfig), conversionReviewVersions: nullable(array(string())) },
    { required: ['conversionReviewVersions'] },
  )
  return struct(
    `${V1}.CustomResourceConversion`,
    { strategy: always(string('v1.ConversionStrategyType')), webhook: pointer(webhook) },
    { required: ['strategy'] },
  )
}

const condition = () =>
  struct(
    `${V1}.CustomResourceDefinitionCondition`,
    {
      type: always(string('v1.CustomResourceDefinitionConditionType')),
      status: always(string('v1.ConditionStatus')),
      lastTransitionTime: always(time()),
      reason: string(),
      message: string(),
    },
    { required: ['type', 'status'] },
  )

/** The members of a CustomResourceDefinition. */
export const definitionMembers = () =>
  described(
    {
      spec: always(
        struct(
          `${V1}.CustomResourceDefinitionSpec`,
          {
            group: always(string()),
            names: always(names()),
            scope: always(string('v1.ResourceScope')),
            versions: nullable(array(version())),
            conversion: pointer(conversion()),
            preserveUnknownFields: boolean(),
          },
          { required: ['group', 'names', 'scope', 'versions'] },
        ),
      ),
      status: always(
        struct(`${V1}.CustomResourceDefinitionStatus`, {
          conditions: nullable(array(condition(), { list: 'map', keys: ['type'] })),
          acceptedNames: always(names()),
          storedVersions: nullable(array(string())),
        }),
      ),
    },
    {
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
    },
  )
