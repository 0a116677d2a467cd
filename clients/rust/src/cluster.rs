//! A cluster of one test.

use std::env;
use std::fs;
use std::future::Future;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::core::DynamicObject;
use kube::{Client, Config};
use serde::Deserialize;
use serde_json::{json, Value};
use tokio::runtime::Builder;

use crate::ask::{Access, Control, Error};
use crate::control::{
    AccessBeyondOptions, AccessUnusedOptions, BundleOptions, Change, DiffOptions, DumpOptions, ForkOptions,
    HooksAddOptions, IdleOptions, JournalOptions, KubeconfigOptions, LoadOptions, Moment, Script, SnapshotOptions,
    UnneededRule,
};
use crate::server::server_with;
use crate::sweep::{self, ExploreOptions, Outcome, Report, SweepOptions};

const PATIENCE: Duration = Duration::from_secs(30);

/// What a cluster begins with.
#[derive(Clone, Debug)]
pub struct ClusterOptions {
    pub(crate) flags: Vec<String>,
    pub(crate) fixtures: Vec<PathBuf>,
    pub(crate) snapshot: String,
}

impl Default for ClusterOptions {
    fn default() -> Self {
        ClusterOptions { flags: Vec::new(), fixtures: Vec::new(), snapshot: "start".to_owned() }
    }
}

impl ClusterOptions {
    /// Has the server be one that was started with these flags, such as `--controllers`, `none`. A process starts one
    /// server for each list of flags. A server that `FAKECLUSTER_SERVER` names keeps those it has.
    pub fn flags(mut self, flags: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.flags.extend(flags.into_iter().map(Into::into));
        self
    }

    /// Loads files, or the YAML and JSON files in folders: objects, and definitions of custom resources.
    pub fn fixtures(mut self, paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        self.fixtures.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Begins with a state of the server other than its start.
    pub fn snapshot(mut self, id: impl Into<String>) -> Self {
        self.snapshot = id.into();
        self
    }
}

/// A request that the cluster was sent, as the journal tells of it. What does not apply is empty.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Request {
    pub sequence: u64,
    pub time: String,
    pub method: String,
    pub path: String,
    pub user: String,
    pub user_agent: String,
    pub manager: String,
    pub verb: String,
    pub api_version: String,
    pub kind: String,
    pub namespace: String,
    pub name: String,
    pub subresource: String,
    pub code: u16,
    pub reason: String,
    pub body: Value,
}

/// A fork of a server, which ends with its cluster.
struct Fork {
    of: Access,
    port: i64,
}

/// A cluster of its own, which ends when it is dropped. Its methods panic where the server refuses; [`Cluster::control`]
/// has all operations, with a `Result` each.
///
/// When it is dropped by a panic, as that of a test that fails, it leaves behind a file about what happened, in the
/// folder `FAKECLUSTER_BUNDLES` names or among temporary files.
pub struct Cluster {
    control: Control,
    client: Client,
    kubeconfig: String,
    fork: Option<Fork>,
    files: Vec<PathBuf>,
}

impl Cluster {
    /// Returns a cluster of its own.
    pub async fn start() -> Cluster {
        Cluster::start_with(ClusterOptions::default()).await
    }

    /// Returns a cluster of its own that begins as the options say.
    pub async fn start_with(options: ClusterOptions) -> Cluster {
        let ClusterOptions { flags, fixtures, snapshot } = options;
        let control = control_with(flags).await;
        let cluster = must(fork_of(&control, ForkOptions::default().snapshot(snapshot)).await);
        if !fixtures.is_empty() {
            cluster.load_files(fixtures).await;
        }
        cluster
    }

    /// Returns a cluster of its own that begins as this one is now.
    pub async fn fork(&self) -> Cluster {
        must(fork_of(&self.control, ForkOptions::default()).await)
    }

    /// Returns the cluster at a place, which ends by other means.
    pub(crate) async fn at(access: Access, kubeconfig: String) -> Result<Cluster, Error> {
        let client = Client::try_from(config_from(&kubeconfig).await?)?;
        Ok(Cluster { control: Control::at(access)?, client, kubeconfig, fork: None, files: Vec::new() })
    }

    /// Returns all operations.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Returns the address of the cluster, without a path.
    pub fn url(&self) -> &str {
        &self.control.access.url
    }

    /// Returns a client as an administrator, for the runtime in which the cluster was started.
    pub fn client(&self) -> Client {
        self.client.clone()
    }

    /// Returns a client as a user.
    pub async fn client_as(&self, user: &str, groups: impl IntoIterator<Item = impl Into<String>>) -> Client {
        let groups: Vec<String> = groups.into_iter().map(Into::into).collect();
        let known = KubeconfigOptions::default();
        let options = if groups.is_empty() { known } else { known.group(groups) };
        let kubeconfig = must(self.control.kubeconfig(user, options).await);
        must(Client::try_from(must(config_from(&kubeconfig).await)))
    }

    /// Returns how clients reach the cluster, as an administrator.
    pub async fn config(&self) -> Config {
        must(config_from(&self.kubeconfig).await)
    }

    /// Returns the same as the text of a kubeconfig.
    pub fn kubeconfig(&self) -> &str {
        &self.kubeconfig
    }

    /// Writes the kubeconfig to a file that ends with the cluster, and returns its path.
    pub fn kubeconfig_file(&mut self) -> PathBuf {
        let file = must(written(&env::temp_dir(), "kubeconfig", ".yaml", self.kubeconfig.as_bytes()));
        self.files.push(file.clone());
        file
    }

    /// Stores objects of YAML or JSON, all or none. An object that is there already is replaced.
    pub async fn load(&self, yaml: &str) {
        must(self.control.load(yaml, LoadOptions::default()).await);
    }

    /// Loads files, or the YAML and JSON files in folders.
    pub async fn load_files(&self, paths: impl IntoIterator<Item = impl AsRef<Path>>) {
        let mut texts = Vec::new();
        for path in paths {
            let before = texts.len();
            must(read_into(&mut texts, path.as_ref(), true));
            assert!(texts.len() > before, "there are no YAML or JSON files in {}", path.as_ref().display());
        }
        self.load(&Value::from(texts).to_string()).await;
    }

    /// Returns the stored objects of a kind, such as Pod or Page.example.com. It is no request that the journal tells
    /// of, and none that a sweep lets fail.
    pub async fn objects(&self, kind: &str) -> Vec<DynamicObject> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct List {
            items: Vec<DynamicObject>,
        }
        let options = DumpOptions::default().kinds([kind]).bootstrap(true);
        let list: Option<List> = must(serde_yaml::from_str(&must(self.control.dump(options).await)));
        list.unwrap_or_default().items
    }

    /// Returns the object of a kind once it is as the condition asks; it panics after half a minute. It asks as
    /// [`Cluster::objects`] does.
    pub async fn wait_for(
        &self,
        kind: &str,
        namespace: &str,
        name: &str,
        condition: impl Fn(&DynamicObject) -> bool,
    ) -> DynamicObject {
        let end = Instant::now() + PATIENCE;
        let is_it = |object: &DynamicObject| {
            object.metadata.namespace.as_deref().unwrap_or_default() == namespace
                && object.metadata.name.as_deref() == Some(name)
                && condition(object)
        };
        loop {
            if let Some(found) = self.objects(kind).await.into_iter().find(is_it) {
                return found;
            }
            assert!(Instant::now() < end, "{kind} {namespace}/{name} did not become what the test waits for");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Puts a script of hooks in force: faults, delays, replies.
    pub async fn add_hooks(&self, script: &str) -> Script {
        must(self.control.hooks_add(script, HooksAddOptions::default()).await)
    }

    /// Panics on hooks that never fired, and on expectations that were not met.
    pub async fn verify_hooks(&self) {
        must(self.control.hooks_verify().await);
    }

    /// Returns the time it is in the cluster.
    pub async fn now(&self) -> DateTime<Utc> {
        time_of(must(self.control.clock().await))
    }

    /// Moves the virtual clock, and returns the time it is then.
    pub async fn advance(&self, by: Duration) -> DateTime<Utc> {
        time_of(must(self.control.clock_advance(&format!("{}ms", by.as_millis())).await))
    }

    /// Waits until no request has begun or is under way for 50 ms, and all is settled.
    pub async fn idle(&self) {
        must(self.control.idle(IdleOptions::default()).await);
    }

    /// Keeps the whole state, and returns its id.
    pub async fn snapshot(&self) -> String {
        must(self.control.snapshot(SnapshotOptions::default()).await).id
    }

    /// Goes back to a state. Revisions go on rising, and open watches end with 410.
    pub async fn restore(&self, id: &str) {
        must(self.control.restore(id).await);
    }

    /// Returns what differs now from a state kept by [`Cluster::snapshot`], as JSON Patches.
    pub async fn changes(&self, since: &str) -> Vec<Change> {
        must(self.control.diff(since, DiffOptions::default()).await)
    }

    /// Returns the smallest Role and ClusterRole that cover what a user did, as YAML, where requests are authorized.
    pub async fn access_used(&self, user: &str) -> String {
        must(self.control.access_used(user).await)
    }

    /// Returns the part of what a user did that Roles and ClusterRoles, given as YAML, do not cover, as YAML; empty if
    /// they suffice.
    pub async fn access_beyond(&self, user: &str, roles: &str) -> String {
        must(self.control.access_beyond(user, roles, AccessBeyondOptions::default()).await)
    }

    /// Returns the rules of Roles and ClusterRoles, given as YAML, that a user did not need.
    pub async fn access_unused(&self, user: &str, roles: &str) -> Vec<UnneededRule> {
        must(self.control.access_unused(roles, AccessUnusedOptions::default().user(user)).await)
    }

    /// Returns what the cluster was sent, oldest first.
    pub async fn requests(&self, filter: JournalOptions) -> Vec<Request> {
        let items = must(self.control.journal(filter).await).items;
        must(serde_json::from_value(Value::from(items)))
    }

    /// Panics unless the cluster was sent that many of these requests; it tells which ones it was.
    pub async fn expect_requests(&self, count: usize, filter: JournalOptions) {
        let found = self.requests(filter).await;
        let line = |each: &Request| {
            let Request { sequence, user_agent, method, path, code, reason, .. } = each;
            format!("\n  #{sequence} {user_agent}: {method} {path}: {code} {reason}")
        };
        let lines: String = found.iter().map(line).collect();
        assert!(found.len() == count, "there were {} such requests, not {count}{lines}", found.len());
    }

    /// Runs a scenario on forks of the cluster: twice without faults, and then again for each request it made and each
    /// fault that fits. It reports the runs that ended otherwise.
    ///
    /// A scenario is the test's own function, which ends by itself. Each run has a runtime of its own, with which ends
    /// what it has spawned.
    pub async fn sweep<S, F>(&self, scenario: S, options: SweepOptions) -> Report
    where
        S: Fn(Cluster) -> F + Send + Sync + 'static,
        F: Future,
        F::Output: Outcome,
    {
        self.run_lines(scenario, "sweep", options.words()).await
    }

    /// Runs a scenario with several faults at once, chosen by a seed, up to the first finding.
    pub async fn explore<S, F>(&self, scenario: S, options: ExploreOptions) -> Report
    where
        S: Fn(Cluster) -> F + Send + Sync + 'static,
        F: Future,
        F::Output: Outcome,
    {
        self.run_lines(scenario, "explore", options.words()).await
    }

    async fn run_lines<S, F>(&self, scenario: S, called: &'static str, words: Vec<String>) -> Report
    where
        S: Fn(Cluster) -> F + Send + Sync + 'static,
        F: Future,
        F::Output: Outcome,
    {
        let access = self.control.access.clone();
        let swept = tokio::task::spawn_blocking(move || sweep::run(&access, scenario, called, &words)).await;
        must(must(swept.map_err(std::io::Error::from)))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        let Some(Fork { of, port }) = self.fork.take() else { return };
        end(vec![self.control.access.clone()], move || async move { Control::at(of)?.forks_close(port).await });
    }
}

/// Ends a fork, after keeping what happened in its clusters if the test has failed.
pub(crate) fn end<F>(clusters: Vec<Access>, close: impl FnOnce() -> F + Send + 'static)
where
    F: Future<Output = Result<(), Error>>,
{
    let failed = thread::panicking().then(|| thread::current().name().unwrap_or("test").to_owned());
    // The runtime of the test may be the one that drops the fork, and cannot be waited for.
    let ended = thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            if let Some(test) = failed {
                for own in clusters {
                    match keep_bundle(own, &test).await {
                        Ok(file) => eprintln!("what happened: fakecluster inspect {}", file.display()),
                        Err(problem) => eprintln!("what happened could not be kept: {problem}"),
                    }
                }
            }
            close().await
        })
    });
    if let Ok(Err(problem)) = ended.join() {
        eprintln!("a fork did not end: {problem}");
    }
}

/// Returns a value, and panics where there is none.
#[track_caller]
pub(crate) fn must<T, E: Into<Error>>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|problem| panic!("{}", problem.into()))
}

/// Returns the control of the server with these flags.
pub(crate) async fn control_with(flags: Vec<String>) -> Control {
    let server = tokio::task::spawn_blocking(move || server_with(flags)).await.map_err(std::io::Error::from);
    must(Control::at(must(must(server))))
}

async fn fork_of(of: &Control, options: ForkOptions) -> Result<Cluster, Error> {
    let fork = of.fork(options).await?;
    let access = Access { url: fork.url, token: of.access.token.clone() };
    let mut cluster = Cluster::at(access, fork.kubeconfig).await?;
    cluster.fork = Some(Fork { of: of.access.clone(), port: fork.port });
    Ok(cluster)
}

async fn config_from(kubeconfig: &str) -> Result<Config, Error> {
    let read = Kubeconfig::from_yaml(kubeconfig)?;
    Ok(Config::from_custom_kubeconfig(read, &KubeConfigOptions::default()).await?)
}

fn time_of(moment: Moment) -> DateTime<Utc> {
    must(DateTime::parse_from_rfc3339(&moment.time)).to_utc()
}

fn read_into(texts: &mut Vec<Value>, path: &Path, is_named: bool) -> Result<(), Error> {
    let at = |problem: std::io::Error| std::io::Error::new(problem.kind(), format!("{}: {problem}", path.display()));
    if path.is_dir() {
        let mut within =
            fs::read_dir(path)?.map(|each| each.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
        within.sort();
        return within.iter().try_for_each(|each| read_into(texts, each, false));
    }
    let is_manifest = path.extension().is_some_and(|ending| ["yaml", "yml", "json"].iter().any(|one| ending == *one));
    if is_named || is_manifest {
        texts.push(json!({ "name": path.display().to_string(), "text": fs::read_to_string(path).map_err(at)? }));
    }
    Ok(())
}

async fn keep_bundle(access: Access, test: &str) -> Result<PathBuf, Error> {
    let bundle = Control::at(access)?.bundle(BundleOptions::default()).await?;
    let folder = env::var_os("FAKECLUSTER_BUNDLES").map_or_else(env::temp_dir, PathBuf::from);
    fs::create_dir_all(&folder)?;
    written(&folder, &test.replace("::", "-"), ".json", bundle.to_string().as_bytes())
}

/// Writes a new file that only its owner reads.
fn written(folder: &Path, name: &str, ending: &str, text: &[u8]) -> Result<PathBuf, Error> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    for number in 0u32.. {
        let file = folder.join(format!("{name}-{}-{number}{ending}", std::process::id()));
        match options.open(&file) {
            Err(problem) if problem.kind() == std::io::ErrorKind::AlreadyExists => continue,
            opened => opened?.write_all(text)?,
        }
        return Ok(file);
    }
    Err(Error::Start(format!("there is no name left for {name} in {}", folder.display())))
}
