// Records what becomes of the expressions that the tests of k8s.io/apiserver evaluate: of its CEL libraries, and of
// mutating policies. Usage: npx tsx tools/record/cel/record.ts (needs Go; GOFLAGS and GOPROXY as usual).
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MODULE = 'k8s.io/apiserver@v0.37.2'
// No version lets new expressions use it yet.
const LATER = '.includes('

const folder = mkdtempSync(join(tmpdir(), 'fakecluster-cel-'))
const module = join(folder, 'apiserver')
const told = join(folder, 'told.jsonl')

const go = (where: string, given: readonly string[], input = ''): string =>
  execFileSync('go', given, {
    cwd: where,
    input,
    encoding: 'utf8',
    env: { ...process.env, TOLD: told },
    maxBuffer: 1e9,
  })

const linesOf = <T>(text: string): readonly T[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T) // as the programs print them

/** Adds a function `tell` to the tests of a package, which appends a value to the file of what is told. */
function addTell(place: string, packages: readonly string[]): void {
  for (const name of packages)
    writeFileSync(
      join(module, place, `zz_${name}_tell_test.go`),
      `package ${name}
import ("encoding/json"; "os")
func tell(value any) {
  file, err := os.OpenFile(os.Getenv("TOLD"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
  if err == nil { err = json.NewEncoder(file).Encode(value) }
  if err != nil { panic(err) }
  file.Close()
}
func wordsOf(err error) any { if err == nil { return nil }; return err.Error() }
`,
    )
}

/** Edits a file of the module. */
function edit(file: string, change: (text: string) => string): void {
  const path = join(module, file)
  const before = readFileSync(path, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`${file} is not as it was: what it evaluates is not told`)
  writeFileSync(path, after)
}

/** Runs tests, and returns what they told. */
function toldBy<T>(...given: readonly string[]): readonly T[] {
  rmSync(told, { force: true })
  go(module, ['test', '-count=1', '-p=1', ...given])
  return linesOf<T>(readFileSync(told, 'utf8'))
}

const LIBRARY = 'pkg/cel/library'

/** Every helper of these tests takes the expression as its second parameter. */
function libraryExpressions(): readonly string[] {
  addTell(LIBRARY, ['library', 'library_test'])
  const helper = /(func test\w+\(t \*testing\.T, expr string[^\n]*\{\n)/g
  for (const file of readdirSync(join(module, LIBRARY)).filter((name) => name.endsWith('_test.go')))
    if (helper.test(readFileSync(join(module, LIBRARY, file), 'utf8')))
      edit(join(LIBRARY, file), (text) => text.replace(helper, '$1\ttell(expr)\n'))
  return [...new Set(toldBy<string>(`./${LIBRARY}`))].filter((each) => !each.includes(LATER)).sort()
}

const MUTATING = 'pkg/admission/plugin/policy/mutating'

type Told = {
  readonly spec?: {
    readonly mutations: readonly {
      readonly jsonPatch?: { readonly expression: string }
      readonly applyConfiguration?: { readonly expression: string }
    }[]
    readonly variables?: readonly object[]
    readonly paramKind?: object
  }
  readonly patch?: string
  readonly apply?: string
  readonly error: string | null
  readonly [member: string]: unknown
}

/** In these tests `tc` is a row of a table, and a patcher makes the result of an object. */
function mutations(): readonly object[] {
  addTell(MUTATING, ['mutating'])
  addTell(join(MUTATING, 'patch'), ['patch'])
  const row = (more: string, result: string) =>
    `tell(map[string]any{"name": tc.name, ${more}, "object": given, "oldObject": tc.oldObject, "result": ${result}, "error": wordsOf(err)})`
  const afterPatch = (member: string) => (text: string) =>
    text.replace(
      /^\t*(\w+), err := patcher\.Patch\(.*\n/m,
      (call, result: string) =>
        `given := tc.object.DeepCopyObject()\n${call}${row(`"${member}": tc.expression`, result)}\n`,
    )
  edit(join(MUTATING, 'patch/json_patch_test.go'), afterPatch('patch'))
  edit(join(MUTATING, 'patch/smd_test.go'), afterPatch('apply'))
  const more = '"spec": tc.policy.Spec, "params": tc.params, "namespace": tc.namespace'
  edit(join(MUTATING, 'compilation_test.go'), (text) =>
    text.replace(
      /^\t*for _, patcher := range policyEvaluator\.Mutators \{\n/m,
      (loop) => `given := obj.DeepCopyObject()\ndefer func() { ${row(more, 'obj')} }()\n${loop}`,
    ),
  )
  const tests = ['-run', '^(TestJSONPatch|TestApplyConfiguration|TestCompilation)$']
  return toldBy<Told>(...tests, `./${MUTATING}/...`).map(recordOf)
}

function recordOf({ spec, patch, apply, error, name, object, oldObject, params, namespace, result }: Told): object {
  const { mutations: given, variables, paramKind } = spec ?? {}
  const stated = { variables, paramKind, oldObject, params, namespace }
  return {
    name,
    mutations: given?.map(({ jsonPatch, applyConfiguration }) =>
      jsonPatch ? { patch: jsonPatch.expression } : { apply: applyConfiguration?.expression },
    ) ?? [patch === undefined ? { apply } : { patch }],
    ...Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined && value !== null)),
    object,
    ...(error === null ? { result } : { error }),
  }
}

/** Evaluates expressions as a policy of a server does. */
function results(expressions: readonly string[]): readonly (readonly unknown[])[] {
  mkdirSync(join(module, 'evaluate'))
  cpSync(fileURLToPath(new URL('main.go', import.meta.url)), join(module, 'evaluate/main.go'))
  const input = expressions.map((each) => `${JSON.stringify(each)}\n`).join('')
  type Result = { readonly expression: string; readonly result: string; readonly cost: number; readonly most: number }
  return linesOf<Result>(go(module, ['run', './evaluate'], input)).map(({ expression, result, cost, most }) => [
    ...[expression, result, cost, most],
  ])
}

function write(file: string, rows: readonly unknown[]): void {
  const path = fileURLToPath(new URL(`../../../test/${file}`, import.meta.url))
  writeFileSync(path, JSON.stringify(rows))
  execFileSync('npx', ['prettier', '--write', path])
}

go(folder, ['mod', 'init', 'record'])
// As Go prints it.
const { Dir } = JSON.parse(go(folder, ['mod', 'download', '-json', MODULE])) as { readonly Dir: string }
cpSync(Dir, module, { recursive: true })
execFileSync('chmod', ['-R', 'u+w', module])
write('cel/recorded-library.json', results(libraryExpressions()))
write('server/admission/policies/recorded-mutated.json', mutations())
rmSync(folder, { recursive: true })
