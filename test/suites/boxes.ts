import { definitionOf, versionOf } from './definition.js'

export const GROUP = 'shop.example.com'
export const V1 = `${GROUP}/v1/Box`
export const V2 = `${GROUP}/v2/Box`

const schema = (member: string) => ({
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { [member]: { type: 'integer' }, color: { type: 'string' } } },
  },
})
const { spec, ...rest } = definitionOf(`boxes.${GROUP}`, 'Box', [
  versionOf(schema('size')),
  { ...versionOf(schema('capacity')), name: 'v2', storage: false },
])
const clientConfig = { service: { namespace: 'shop', name: 'hooks', path: '/convert' } }
const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } }

/** The definition of Boxes, whose `size` of v1 is called `capacity` in v2. */
export const boxes = { ...rest, spec: { ...spec, conversion } }

export type Box = {
  readonly apiVersion: string
  readonly metadata: object
  readonly spec: null | { readonly size?: number; readonly capacity?: number; readonly color?: string }
}
type Review = { readonly request: { readonly uid: string; readonly objects: readonly Box[] } }

function converted({ spec, ...box }: Box): object {
  // An apply that takes the last field of a struct leaves null.
  const { size, capacity, ...others } = spec ?? {}
  return box.apiVersion === `${GROUP}/v1`
    ? { ...box, apiVersion: `${GROUP}/v2`, spec: size === undefined ? others : { ...others, capacity: size } }
    : { ...box, apiVersion: `${GROUP}/v1`, spec: capacity === undefined ? others : { ...others, size: capacity } }
}

/** Answers a ConversionReview of Boxes; `change` is made to each that was converted. */
export async function convertBoxes(request: Request, change: (box: Box) => object = (box) => box): Promise<Response> {
  const { uid, objects } = ((await request.json()) as Review).request
  return Response.json({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    response: {
      uid,
      result: { status: 'Success' },
      convertedObjects: objects.map((box) => change(converted(box) as Box)),
    },
  })
}
