import { expect, test } from 'vitest'
import { parseStart, startCommand } from '../../../src/node/cli/start-command.js'
import { helpText } from '../../../src/node/cli/help.js'

const options = (line: string) => parseStart(line === '' ? [] : line.split(' '))

test.each([
  ['', {}],
  ['--port 0', { port: 0 }],
  ['--port=9000 --host=::1', { port: 9000, host: '::1' }],
  ['--port 1 --port 2', { port: 2 }],
  ['--profile kubernetes', { profile: 'kubernetes' }],
  ['--fixtures a b --scripts c --fixtures d', { fixtures: ['a', 'b', 'd'], scripts: ['c'] }],
  ['--fixtures=a --fixtures=b', { fixtures: ['a', 'b'] }],
  ['--nodes 3', { nodes: 3 }],
  ['--agents *', { agents: { nodes: '*' } }],
  ['--agents type=kwok', { agents: { nodes: 'type=kwok' } }],
  ['--crds a.yaml crds', { crds: ['a.yaml', 'crds'] }],
  ['--openapi a.json b.json', { openapi: ['a.json', 'b.json'] }],
  ['--no-control', { control: false }],
  ['--control-limit 200Mi', { controlLimit: 200 * 1024 * 1024 }],
  ['--control-limit 5000', { controlLimit: 5000 }],
  ['--storage-limit 4Gi', { storageLimit: 4 * 1024 ** 3 }],
  ['--cors https://a.test *', { cors: ['https://a.test', '*'] }],
  ['--allow-host a.test b.test --allow-host c.test', { allowHosts: ['a.test', 'b.test', 'c.test'] }],
  ['--reconcile-limit 200', { reconcileLimit: 200 }],
  ['--controllers none', { controllers: ['none'] }],
  ['--controllers namespace-end,elections', { controllers: ['namespace-end', 'elections'] }],
  [
    '--feature-gates WatchList=true,AnyVolumeDataSource=false',
    { featureGates: { WatchList: true, AnyVolumeDataSource: false } },
  ],
  [
    '--runtime-config api/beta=true,batch/v1=0 --runtime-config storage.k8s.io/v1beta1',
    { runtimeConfig: { 'api/beta': true, 'batch/v1': false, 'storage.k8s.io/v1beta1': true } },
  ],
  [
    '--feature-gates WatchList=true --feature-gates VolumeAttributesClass=true',
    { featureGates: { WatchList: true, VolumeAttributesClass: true } },
  ],
  ['--enable-admission-plugins NodeRestriction', { enableAdmissionPlugins: ['NodeRestriction'] }],
  [
    '--disable-admission-plugins ServiceAccount,Priority ResourceQuota',
    { disableAdmissionPlugins: ['ServiceAccount', 'Priority', 'ResourceQuota'] },
  ],
  [
    '--service shop/hooks=https://127.0.0.1:9443 shop/more:8443=http://127.0.0.1:9444/',
    { services: { 'shop/hooks': 'https://127.0.0.1:9443', 'shop/more:8443': 'http://127.0.0.1:9444/' } },
  ],
  ['--webhooks config/webhook config/crd', { webhooks: { manifests: ['config/webhook', 'config/crd'] } }],
  [
    '--webhooks w.yaml --webhook-address [::1]:9443 --webhook-certificates certs',
    { webhooks: { manifests: ['w.yaml'], address: '[::1]:9443', certificates: 'certs' } },
  ],
  ['--seed -5 --clock virtual', { seed: -5, clock: 'virtual' }],
  [
    '--kubeconfig k.yaml --token t=1 --tls --log debug',
    { kubeconfig: 'k.yaml', token: 't=1', tls: true, log: 'debug' },
  ],
])('"%s" is parsed', (line, expected) => {
  expect(options(line)).toEqual({ type: 'start', options: expected })
})

test.each([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--fixtures a -h', 'help'],
  ['--version --port x', 'version'],
  ['--prot 1 --help', 'help'],
  ['shop.yaml -h', 'help'],
])('"%s" asks for the %s', (line, type) => {
  expect(options(line)).toEqual({ type })
})

test.each([
  ['--prot 1', 'There is no flag --prot. Did you mean --port?'],
  ['--controler none', 'There is no flag --controler. Did you mean --controllers?'],
  ['--feature-gate A=true', 'There is no flag --feature-gate. Did you mean --feature-gates?'],
  ['-port 1', 'There is no flag -port. Did you mean --port?'],
  ['improt --port 1', 'There is no command improt. Did you mean import?'],
  ['--toString', 'There is no flag --toString. See --help.'],
  ['seed', '"seed" belongs to no flag. Did you mean --seed?'],
  ['--tls a', '"a" belongs to no flag. See --help.'],
  ['--tls=true', '--tls takes no value.'],
  ['--port', '--port needs a value: --port N.'],
  ['--token=', '--token needs a value: --token T.'],
  ['--fixtures --tls', '--fixtures needs a value: --fixtures PATH….'],
  ['--port http', '--port takes a whole number from 0 to 65535, not "http".'],
  ['--port 65536', '--port takes a whole number from 0 to 65535, not "65536".'],
  ['--port 1e3', '--port takes a whole number from 0 to 65535, not "1e3".'],
  [
    '--agents a=(b',
    `--agents takes '*' or a label selector; "a=(b" is no label selector: unable to parse requirement: found '(', expected: identifier.`,
  ],
  ['--nodes many', '--nodes takes a whole number from 0 to 5000, not "many".'],
  ['--seed 1.5', '--seed takes a whole number, not "1.5".'],
  ['--profile kubernets', '--profile takes kubernetes or example, not "kubernets". Did you mean kubernetes?'],
  ['--start soon', '--start takes a time from 1970 to 9999 such as 2024-01-01T00:00:00Z, not "soon".'],
  [
    '--start 2030-01-01T00:00:00Z --clock system',
    "--start is for a virtual clock: leave out --clock system, which is this machine's.",
  ],
  ['--clock wall', '--clock takes system or virtual, not "wall".'],
  ['--log request', '--log takes off, requests or debug, not "request". Did you mean requests?'],
  ['--controllers deployment', '--controllers: there is no controller "deployment"; did you mean "deployments"?'],
  ['--controllers namespace', expect.stringContaining('--controllers: there is no controller "namespace"')],
  [
    '--enable-admission-plugins PodNodeSelector',
    expect.stringContaining('--enable-admission-plugins: PodNodeSelector is not imitated;'),
  ],
  [
    '--enable-admission-plugins Priority --disable-admission-plugins Priority',
    '--enable-admission-plugins, --disable-admission-plugins: admission plug-ins cannot be both enabled and disabled: Priority.',
  ],
  [
    '--disable-admission-plugins ServiceAcount',
    'There is no admission plug-in "ServiceAcount". Did you mean ServiceAccount?',
  ],
  ['--feature-gates WatchLst=true', 'There is no feature gate "WatchLst". Did you mean WatchList?'],
  [
    '--feature-gates WatchList',
    'The feature gate WatchList takes true or false, not "": --feature-gates WatchList=true.',
  ],
  [
    '--authorization-mode Webhook',
    '--authorization-mode takes Node, RBAC, AlwaysAllow or AlwaysDeny; "Webhook" asks what is outside of this server, which it does not',
  ],
  ['--authorization-mode RABC', expect.stringContaining('"RABC" is no mode.')],
  [
    '--webhooks a --webhook-address 9443',
    '--webhook-address takes a host and a port such as 127.0.0.1:9443, not "9443".',
  ],
  [
    '--webhook-certificates certs',
    '--webhook-certificates is for what --webhooks installs: --webhooks config/webhook.',
  ],
  [
    '--authorization-audit',
    '--authorization-audit is for what --authorization-mode refuses: --authorization-mode RBAC.',
  ],
  ['--token naïve', '--token takes printable ASCII characters without spaces.'],
])('"%s" is refused: %s', (line, message) => {
  expect(() => options(line)).toThrow(expect.objectContaining({ name: 'UsageError', message }))
})

test.each(['shop/hooks', 'hooks=https://a.test', 'shop/hooks=https://a.test/validate', 'shop/hooks=a.test:9443'])(
  '--service %s is refused',
  (pair) => {
    expect(() => options(`--service ${pair}`)).toThrow(
      `--service takes a Service and a URL without a path, such as shop/hooks=https://127.0.0.1:9443 or shop/hooks:8443=…, not "${pair}".`,
    )
  },
)

test('--clusters names clusters, which are no option of one', () => {
  expect(options('--clusters hub,east')).toEqual({ type: 'start', options: {}, clusters: ['hub', 'east'] })
  for (const wrong of ['hub,hub', 'Hub', 'hub,', 'a_b'])
    expect(() => options(`--clusters ${wrong}`)).toThrow(`--clusters takes different names in lower case`)
  expect(() => options('--clusters a,b --state file')).toThrow('--state is for a single cluster')
})

test('--until-stdin-ends is for the command, and no option of the cluster', () => {
  expect(options('--until-stdin-ends')).toEqual({ type: 'start', options: {}, untilStdinEnds: true })
})

test('--help lists every flag', () => {
  const flags = [...helpText(startCommand).matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag)
  expect(flags).toEqual(
    [
      'port',
      'host',
      'profile',
      'kubernetes-version',
      'fixtures',
      'nodes',
      'agents',
      'openapi',
      'crds',
      'scripts',
      'controllers',
      'reconcile-limit',
      'enable-admission-plugins',
      'disable-admission-plugins',
      'admission-control-config-file',
      'feature-gates',
      'runtime-config',
      'seed',
      'clock',
      'start',
      'clusters',
      'kubeconfig',
      'token',
      'token-auth-file',
      'anonymous-auth',
      'authorization-mode',
      'service-account-issuer',
      'service-account-signing-key-file',
      'service-account-key-file',
      'api-audiences',
      'service',
      'webhooks',
      'webhook-address',
      'webhook-certificates',
      'audit-policy-file',
      'audit-log-path',
      'authorization-audit',
      'tls',
      'tls-cert-file',
      'tls-private-key-file',
      'client-ca-file',
      'log',
      'no-control',
      'control-limit',
      'storage-limit',
      'allow-host',
      'cors',
      'state',
      'state-sync',
      'until-stdin-ends',
      'version',
      'help',
    ].map((name) => `--${name}`),
  )
})
