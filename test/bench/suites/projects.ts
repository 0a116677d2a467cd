/** A project whose suites use envtest. */
export type Project = {
  readonly module: string
  readonly version: string
  /** The version of Kubernetes that they are run on (default 1.33). The tag is built against it, or the one after it. */
  readonly kubernetes?: string
  /** The folders of the packages with suites. */
  readonly packages: readonly string[]
  /** Flags that its Makefile gives to its tests. */
  readonly flags?: readonly string[]
  /** Folders that its Makefile copies from modules that it requires before its tests, by where to. */
  readonly copies?: { readonly [to: string]: Copied }
  /** Links in its repository that its tests read, and where they lead: a module holds none. */
  readonly links?: { readonly [link: string]: string }
  /** Variables that its Makefile gives to its tests, each the path of a folder in the project. */
  readonly variables?: { readonly [name: string]: string }
}

/** A folder of a module, and a file in it that is left out. */
export type Copied = { readonly module: string; readonly from: string; readonly without?: string }

const CONTROLLER_RUNTIME = [
  ...['client', 'client/apiutil', 'cache', 'builder', 'controller', 'controller/controllerutil', 'handler', 'source'],
  ...['reconcile', 'cluster', 'manager', 'manager/internal/integration', 'internal/controller', 'internal/recorder'],
  ...['metrics/filters', 'webhook', 'envtest'],
].map((name) => `pkg/${name}`)

const KUEUE = 'test/integration/singlecluster'

/** The projects, by the names of their rows. */
export const projects: { readonly [name: string]: Project } = {
  'controller-runtime': {
    module: 'sigs.k8s.io/controller-runtime',
    version: 'v0.21.0',
    packages: CONTROLLER_RUNTIME,
  },
  jobset: {
    module: 'sigs.k8s.io/jobset',
    version: 'v0.10.1',
    packages: ['test/integration/webhook', 'test/integration/controller'],
  },
  kueue: {
    module: 'sigs.k8s.io/kueue',
    version: 'v0.14.0',
    packages: [
      `${KUEUE}/webhook/core`,
      `${KUEUE}/webhook/jobs`,
      `${KUEUE}/controller/core`,
      `${KUEUE}/importer`,
      `${KUEUE}/scheduler`,
      `${KUEUE}/controller/jobs/job`,
      `${KUEUE}/controller/jobs/pod`,
      `${KUEUE}/controller/jobframework/setup`,
      `${KUEUE}/controller/admissionchecks/provisioning`,
      `${KUEUE}/scheduler/podsready`,
      `${KUEUE}/tas`,
      `${KUEUE}/kueuectl`,
    ],
    copies: {
      'dep-crds/mpi-operator': { module: 'github.com/kubeflow/mpi-operator', from: 'manifests/base' },
      'dep-crds/training-operator-crds': {
        module: 'github.com/kubeflow/training-operator',
        from: 'manifests/base/crds',
        without: 'kubeflow.org_mpijobs.yaml',
      },
      'dep-crds/kf-trainer-crds': { module: 'github.com/kubeflow/trainer/v2', from: 'manifests/base/crds' },
      'dep-crds/ray-operator-crds': { module: 'github.com/ray-project/kuberay/ray-operator', from: 'config/crd/bases' },
      'dep-crds/jobset-operator': { module: 'sigs.k8s.io/jobset', from: 'config/components/crd/bases' },
      'dep-crds/appwrapper-crds': { module: 'github.com/project-codeflare/appwrapper', from: 'config/crd/bases' },
      'dep-crds/cluster-autoscaler': { module: 'k8s.io/autoscaler/cluster-autoscaler/apis', from: 'config/crd' },
    },
  },
  lws: {
    module: 'sigs.k8s.io/lws',
    version: 'v0.7.0',
    packages: ['test/integration/webhooks', 'test/integration/controllers'],
  },
  kuberay: {
    module: 'github.com/ray-project/kuberay/ray-operator',
    version: 'v1.4.0',
    packages: ['pkg/webhooks/v1', 'controllers/ray'],
  },
  'external-secrets': {
    module: 'github.com/external-secrets/external-secrets',
    version: 'v0.19.2',
    packages: ['clusterexternalsecret', 'pushsecret', 'crds'].map((name) => `pkg/controllers/${name}`),
  },
  trainer: {
    module: 'github.com/kubeflow/trainer/v2',
    version: 'v2.0.0',
    packages: ['test/integration/webhooks', 'test/integration/controller'],
    copies: {
      'manifests/external-crds/jobset-operator': {
        module: 'sigs.k8s.io/jobset',
        from: 'config/components/crd/bases',
      },
      'manifests/external-crds/scheduler-plugins': {
        module: 'sigs.k8s.io/scheduler-plugins',
        from: 'manifests/coscheduling',
      },
    },
  },
  karpenter: {
    module: 'sigs.k8s.io/karpenter',
    version: 'v1.6.4',
    packages: [
      ...['pkg/apis/v1', 'pkg/utils/pdb', 'pkg/controllers/node/termination', 'pkg/controllers/node/health'],
      ...['lifecycle', 'disruption', 'expiration', 'garbagecollection', 'podevents'].map(
        (name) => `pkg/controllers/nodeclaim/${name}`,
      ),
      ...['counter', 'hash', 'readiness', 'registrationhealth', 'validation'].map(
        (name) => `pkg/controllers/nodepool/${name}`,
      ),
      'pkg/controllers/state',
      'pkg/controllers/provisioning',
      'pkg/controllers/disruption',
    ],
  },
  'cluster-api': {
    module: 'sigs.k8s.io/cluster-api',
    version: 'v1.11.3',
    packages: [
      ...['util/patch', 'util/collections', 'internal/util/ssa', 'controllers/crdmigrator', 'controllers/clustercache'],
      ...['topology/cluster', 'topology/cluster/structuredmerge', 'clusterclass', 'clusterresourceset'].map(
        (name) => `internal/controllers/${name}`,
      ),
      ...['cluster', 'machine', 'machineset', 'machinedeployment', 'machinehealthcheck'].map(
        (name) => `internal/controllers/${name}`,
      ),
      ...['controlplane', 'bootstrap'].map((name) => `${name}/kubeadm/internal/controllers`),
      'internal/webhooks/test',
    ],
  },
  appwrapper: {
    module: 'github.com/project-codeflare/appwrapper',
    version: 'v1.1.2',
    packages: ['internal/webhook', 'internal/controller/appwrapper'],
  },
  keda: {
    module: 'github.com/kedacore/keda/v2',
    version: 'v2.18.0',
    packages: ['apis/keda/v1alpha1', 'apis/eventing/v1alpha1'],
  },
  'flux, ssa': {
    module: 'github.com/fluxcd/pkg/ssa',
    version: 'v0.57.0',
    packages: ['.', 'jsondiff'],
  },
  'flux, runtime': {
    module: 'github.com/fluxcd/pkg/runtime',
    version: 'v0.86.0',
    packages: ['patch', 'events', 'cel'],
  },
  'constraint framework': {
    module: 'github.com/open-policy-agent/frameworks/constraint',
    version: 'v0.0.0-20250826220826-a139325b6501',
    packages: ['templates/v1', 'externaldata/v1beta1'].map((name) => `pkg/apis/${name}`),
  },
  'training-operator': {
    module: 'github.com/kubeflow/training-operator',
    version: 'v1.9.3',
    packages: ['pytorch', 'tensorflow'].map((name) => `pkg/controller.v1/${name}`),
  },
  'frr-k8s': {
    module: 'github.com/metallb/frr-k8s',
    version: 'v0.0.21',
    packages: ['internal/controller', 'frr-tools/status/controller'],
  },
  metallb: {
    module: 'go.universe.tf/metallb',
    version: 'v0.15.2',
    packages: ['internal/k8s/controllers'],
  },
  'virtual-kubelet': {
    module: 'github.com/virtual-kubelet/virtual-kubelet',
    version: 'v1.14.1',
    kubernetes: '1.37',
    packages: ['node'],
    flags: ['-envtest=true'],
  },
  'cloudnative-pg': {
    module: 'github.com/cloudnative-pg/cloudnative-pg',
    version: 'v1.27.0',
    packages: ['internal/cmd/plugin'],
  },
  'controller-runtime of v1.35': {
    module: 'sigs.k8s.io/controller-runtime',
    version: 'v0.23.3',
    kubernetes: '1.35',
    packages: CONTROLLER_RUNTIME,
  },
  'controller-runtime of v1.37': {
    module: 'sigs.k8s.io/controller-runtime',
    version: 'v0.25.2',
    kubernetes: '1.37',
    packages: CONTROLLER_RUNTIME,
  },
  kro: {
    module: 'github.com/kubernetes-sigs/kro',
    version: 'v0.9.4',
    kubernetes: '1.37',
    packages: ['test/integration/suites/core'],
  },
  katib: {
    module: 'github.com/kubeflow/katib',
    version: 'v0.19.0',
    kubernetes: '1.34',
    packages: ['experiment', 'suggestion', 'suggestion/composer', 'trial']
      .map((name) => `pkg/controller.v1beta1/${name}`)
      .concat('pkg/webhook/v1beta1/pod'),
  },
  'trust-manager': {
    module: 'github.com/cert-manager/trust-manager',
    version: 'v0.25.0',
    kubernetes: '1.37',
    packages: ['test/integration/bundle', 'test/integration/clusterbundle'],
  },
  'approver-policy': {
    module: 'github.com/cert-manager/approver-policy',
    version: 'v0.28.0',
    kubernetes: '1.37',
    packages: ['controllers/test', 'approver/manager', 'approver/manager/predicate'].map(
      (name) => `pkg/internal/${name}`,
    ),
    copies: { 'cert-manager-crds': { module: 'github.com/cert-manager/cert-manager', from: 'deploy/crds' } },
    variables: { CERT_MANAGER_CRDS: 'cert-manager-crds' },
  },
  'scheduler-plugins': {
    module: 'sigs.k8s.io/scheduler-plugins',
    version: 'v0.34.1-devel',
    kubernetes: '1.34',
    packages: ['test/integration'],
    links: Object.fromEntries(
      ['appgroup', 'capacityscheduling', 'coscheduling', 'networktopology', 'noderesourcetopology'].map((name) => [
        `manifests/crds/${name}.yaml`,
        `../${name}/crd.yaml`,
      ]),
    ),
  },
}
