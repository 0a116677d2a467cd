import { expect } from 'vitest'
import { printed } from '../support/manifests.js'
import { scenario } from '../support/scenario.js'

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.shop.example.com
spec:
  group: shop.example.com
  scope: Namespaced
  names: { plural: widgets, kind: Widget, shortNames: [wd], categories: [all] }
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        status: {}
        scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas }
      additionalPrinterColumns:
        - { name: Size, type: integer, jsonPath: .spec.size }
        - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
      schema:
        openAPIV3Schema:
          type: object
          description: A thing in a shop.
          properties:
            spec:
              type: object
              description: What is wanted.
              required: [size]
              x-kubernetes-validations: [{ rule: self.size >= oldSelf.size, message: it cannot shrink }]
              properties:
                size: { type: integer, minimum: 1, description: How big it is. }
                replicas: { type: integer, default: 1 }
                color: { type: string, enum: [red, green] }
            status: { type: object, properties: { replicas: { type: integer } } }
`
const widget = (spec: string) => `apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: { name: a }\nspec: ${spec}\n`
const crd = 'customresourcedefinition.apiextensions.k8s.io/widgets.shop.example.com'
const one = 'widget.shop.example.com/a'

scenario('P', async ({ kubectl, cluster, minor }) => {
  const apply = (input: string, flags = '') => kubectl(`apply -f -${flags}`, { input })
  expect(await apply(definition)).toEqual(printed(`${crd} created\n`))
  expect(await kubectl('wait crd widgets.shop.example.com --for condition=established')).toEqual(
    printed(`${crd} condition met\n`),
  )
  expect(await apply(definition)).toEqual(printed(`${crd} unchanged\n`))
  expect((await kubectl('api-resources --api-group shop.example.com --no-headers')).stdout.split(/ +|\n/)).toEqual([
    'widgets',
    'wd',
    'shop.example.com/v1',
    'true',
    'Widget',
    '', // prettier-ignore
  ])

  expect(await apply(widget('{ size: 2 }'))).toEqual(printed(`${one} created\n`))
  expect(await apply(widget('{ size: 2 }'))).toEqual(printed(`${one} unchanged\n`))
  expect(await apply(widget('{ size: 3, color: red }'))).toEqual(printed(`${one} configured\n`))
  expect(await apply(widget('{ size: 3, color: green }'), ' --server-side --force-conflicts')).toEqual(
    printed(`${one} serverside-applied\n`),
  )
  expect((await apply(widget('{ size: 1, color: green }'))).stderr).toContain(
    'The Widget "a" is invalid: spec: Invalid value: "object": it cannot shrink\n',
  )
  expect((await apply(widget('{ size: 3, colour: green }'))).stderr).toMatch(/unknown field "(Widget\.)?spec\.colour"/)
  expect((await apply(widget('{ size: 3, color: blue }'))).stderr).toContain(
    'spec.color: Unsupported value: "blue": supported values: "red", "green"\n',
  )

  const table = expect.stringMatching(/^NAME +SIZE +AGE\na +3 +\d+s\n$/)
  for (const name of ['widgets', 'wd', 'widget.shop.example.com'])
    expect(await kubectl(`get ${name}`)).toEqual({ ...printed(''), stdout: table })
  expect((await kubectl('get all')).stdout).toMatch(/^widget\.shop\.example\.com\/a +3 /m)
  expect(await kubectl(['get', 'wd', 'a', '-o', 'jsonpath={.spec}'])).toEqual(
    printed('{"color":"green","replicas":1,"size":3}'),
  )
  expect((await kubectl('describe wd a')).stdout).toMatch(/^Spec:\n {2}Color: +green\n/m)
  expect((await kubectl('explain wd.spec')).stdout.replaceAll(/ +/g, ' ')).toMatch(
    /DESCRIPTION:\n What is wanted\.[^]* size\t<integer> -required-\n How big it is\./,
  )

  expect(await kubectl('scale wd a --replicas=4')).toEqual(printed(`${one} scaled\n`))
  expect(await kubectl(['get', 'wd', 'a', '-o', 'jsonpath={.spec.replicas} {.metadata.generation}'])).toEqual(
    printed('4 4'),
  )
  expect(await kubectl('label wd a x=y')).toEqual(printed(`${one} labeled\n`))
  expect(await kubectl(['patch', 'wd', 'a', '--type=merge', '-p', '{"spec":{"size":9}}'])).toEqual(
    printed(`${one} patched\n`),
  )
  expect((await kubectl(['patch', 'wd', 'a', '-p', '{"spec":{"size":9}}'])).code).toBe(1)

  const from = minor < 34 ? '' : ' from default namespace'
  expect(await kubectl('delete wd a')).toEqual(printed(`widget.shop.example.com "a" deleted${from}\n`))
  await apply(widget('{ size: 2 }'))
  expect(await kubectl('delete crd widgets.shop.example.com')).toEqual(
    printed('customresourcedefinition.apiextensions.k8s.io "widgets.shop.example.com" deleted\n'),
  )
  expect(await kubectl('get crd -o name')).toEqual(printed(''))
  expect((await cluster.fetch('/apis/shop.example.com/v1/widgets')).status).toBe(404)
})
