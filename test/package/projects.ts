/** A command in a project: a file that Node.js runs, the output that matters, and whether it fails. */
export type Step = {
  readonly title: string
  /** The file and its arguments. */
  readonly command: readonly string[]
  /** Its expected output: the first group of each pattern. */
  readonly prints?: readonly (readonly [pattern: RegExp, text: string])[]
  readonly fails?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** A project of a user of the package, created in a new folder. */
export type Project = {
  readonly name: string
  /** The Node.js that installs and runs it. */
  readonly node: '20.19' | '22' | '24'
  /** Packages that are installed before ours. */
  readonly packages: readonly string[]
  /** Folders of test/package/projects/ that are copied into it. */
  readonly folders: readonly string[]
  /** Further JSON files, by name. */
  readonly files?: Readonly<Record<string, object>>
  /** Copies of files: the source by the name of the copy. */
  readonly copies?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

const typescript = 'typescript@5.9'
const nodeTypes = '@types/node@20'

const strict = { target: 'ES2022', strict: true, noEmit: true, skipLibCheck: true }
const node16 = { ...strict, module: 'Node16', moduleResolution: 'Node16' }

const typeCheck: Step = { title: 'type-check', command: ['node_modules/typescript/bin/tsc', '-p', '.'] }

/** Where failed tests write their bundles. */
const env = { FAKECLUSTER_BUNDLES: 'kept' }

/** Reads the bundles of failed tests; `kept.mjs` prints a line for each. */
const reads = (...lines: readonly (readonly [file: string, objects: string])[]): Step => ({
  title: 'read the bundles of failed tests',
  command: ['kept.mjs'],
  prints: [[/^([^]*)$/, lines.map(([file, objects]) => `${file}.fakecluster.html has ${objects}\n`).join('')]],
})

// One test fails on purpose, for its report and its bundle.
const vitest = (version: string, node: Project['node'], types = nodeTypes): Project => ({
  name: `vitest ${version}`,
  node,
  packages: [`vitest@${version}`, typescript, types],
  folders: ['vitest', 'kept'],
  files: { 'package.json': { type: 'module' }, 'tsconfig.json': { compilerOptions: node16 } },
  steps: [
    typeCheck,
    {
      title: 'run',
      command: ['node_modules/vitest/vitest.mjs', 'run', '--no-color'],
      prints: [
        [/Tests +(.*)/, '1 failed | 6 passed (7)'],
        [/(GET \S+ → 200)/, 'GET /apis/coordination.k8s.io/v1/namespaces/default/leases/leader → 200'],
        [/what happened: .*[/\\](kept.*\.html)/, 'kept/fails-with-the-journal.fakecluster.html'],
      ],
      env,
      fails: true,
    },
    reads(['fails-with-the-journal', 'leader']),
  ],
})

/** Why a request fails whose code is not loaded when Jest has torn its environment down; in ESM, Jest says it. */
const tornDown = {
  CommonJS:
    'the environment of the test was torn down while a cluster was still in use, and no more code can be loaded: await all that uses the cluster, and close it, before the test ends',
  ESM: 'You are trying to `import` a file after the Jest environment has been torn down.',
}

const jestModules = { CommonJS: {}, ESM: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' } }

// Three tests fail on purpose: in the test, in an afterEach hook, and by timeout.
const jest = (module: 'CommonJS' | 'ESM'): Project => ({
  name: `Jest 30 with ts-jest, ${module}`,
  node: '20.19',
  packages: ['jest@30', 'ts-jest@29', '@types/jest@30', typescript, nodeTypes],
  folders: ['jest', 'kept'],
  files: {
    'package.json': {
      type: module === 'ESM' ? 'module' : 'commonjs',
      jest: {
        setupFilesAfterEnv: ['fakecluster/jest'],
        transform: { '\\.ts$': ['ts-jest', { useESM: module === 'ESM' }] },
        extensionsToTreatAsEsm: module === 'ESM' ? ['.ts'] : [],
      },
    },
    'tsconfig.json': { compilerOptions: { ...node16, isolatedModules: true, types: ['node', 'jest'] } },
  },
  steps: [
    typeCheck,
    {
      title: 'run',
      command: ['node_modules/jest/bin/jest.js', 'leases', 'timers'],
      prints: [[/Tests: +(.*)/, '6 passed, 6 total']],
      env: jestModules[module],
    },
    {
      title: 'run what fails',
      command: ['node_modules/jest/bin/jest.js', 'fails'],
      prints: [
        [/Tests: +(.*)/, '3 failed, 2 passed, 5 total'],
        [/what happened: .*[/\\](kept.*\.html)/, 'kept/on-purpose-fails.fakecluster.html'],
      ],
      env: { ...env, ...jestModules[module] },
      fails: true,
    },
    reads(['fails-in-a-hook', 'third'], ['on-purpose-fails', 'first'], ['takes-too-long', 'fifth']),
    {
      title: 'run what goes on after its timeout',
      command: ['node_modules/jest/bin/jest.js', '--runInBand', 'late'],
      prints: [[/asked too late: (.*)/, tornDown[module]]],
      env: jestModules[module],
      fails: true,
    },
  ],
})

const checkedJavaScript = { compilerOptions: { ...node16, allowJs: true, checkJs: true } }

const emits = (title: string, options: object, file: string, compiled: string): readonly [object, readonly Step[]] => [
  {
    compilerOptions: { ...strict, lib: ['ES2023'], noEmit: false, skipLibCheck: false, outDir: title, ...options },
    files: [file],
  },
  [
    { title: `${title}: type-check`, command: ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${title}.json`] },
    {
      title: `${title}: run`,
      command: [`${title}/${compiled}`],
      prints: [[/(.*)/, '200 404 function object']],
    },
  ],
]

const resolutions = {
  node10: emits('node10', { module: 'CommonJS', moduleResolution: 'node10' }, 'entries.ts', 'entries.js'),
  // As CommonJS, since most projects above are ESM.
  node16: emits('node16', { module: 'Node16' }, 'entries.ts', 'entries.js'),
  bundler: emits('bundler', { module: 'ES2022', moduleResolution: 'bundler' }, 'entries.mts', 'entries.mjs'),
}

/** Every test runner, compiler setting and Node.js of users, each at least once. */
export const projects: readonly Project[] = [
  vitest('2', '20.19'),
  vitest('3', '20.19'),
  vitest('4', '20.19'),
  vitest('5', '22', '@types/node@22'),
  jest('CommonJS'),
  jest('ESM'),
  {
    name: 'node:test',
    node: '24',
    packages: [typescript, nodeTypes],
    folders: ['node-test', 'kept'],
    files: { 'tsconfig.json': checkedJavaScript },
    steps: [
      typeCheck,
      { title: 'run', command: ['--test', 'leases.test.mjs'], prints: [[/(pass 2)$/m, 'pass 2']] },
      {
        title: 'run what fails',
        command: ['--test', '--import', 'fakecluster/node-test', 'fails.test.mjs'],
        prints: [
          [/(pass 1)$/m, 'pass 1'],
          [/what happened: .*[/\\](kept.*\.html)/, 'kept/on-purpose-fails.fakecluster.html'],
        ],
        env,
        fails: true,
      },
      reads(['on-purpose-fails', 'first'], ['takes-too-long', 'third']),
    ],
  },
  {
    name: 'mocha',
    node: '20.19',
    packages: ['mocha@11', '@types/mocha@10', typescript, nodeTypes],
    folders: ['mocha'],
    files: { 'tsconfig.json': checkedJavaScript },
    steps: [
      typeCheck,
      {
        title: 'run',
        command: ['node_modules/mocha/bin/mocha.js', 'leases.test.cjs'],
        prints: [[/(\d+ passing)/, '2 passing']],
      },
    ],
  },
  {
    name: 'TypeScript 5.9',
    node: '20.19',
    packages: [typescript, nodeTypes],
    folders: ['types'],
    files: Object.fromEntries(Object.entries(resolutions).map(([name, [config]]) => [`tsconfig.${name}.json`, config])),
    copies: { 'entries.mts': 'entries.ts' },
    steps: Object.values(resolutions).flatMap(([, steps]) => steps),
  },
  {
    name: 'the types of client-node 1',
    node: '20.19',
    packages: ['@kubernetes/client-node@1', typescript, nodeTypes],
    folders: ['client-node'],
    files: { 'tsconfig.json': { compilerOptions: { ...node16, types: ['node'] }, files: ['types.mts'] } },
    steps: [typeCheck],
  },
  {
    name: 'client-node 2 in process',
    node: '22',
    packages: ['@kubernetes/client-node@2', 'undici@8', typescript],
    folders: ['client-node'],
    files: { 'tsconfig.json': { compilerOptions: { ...node16, noEmit: false } } },
    steps: [
      typeCheck,
      { title: 'run', command: ['--test', 'in-process.test.mjs'], prints: [[/(pass 3)$/m, 'pass 3']] },
    ],
  },
]
