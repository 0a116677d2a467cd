use std::fs;
use std::time::Duration;

use fakecluster::{Cluster, ClusterOptions, Error, ExploreOptions, JournalOptions, SweepOptions};
use k8s_openapi::api::core::v1::{ConfigMap, Service};
use kube::api::{Api, ListParams, PostParams};
use kube::Client;

const TEA: &str = "{apiVersion: v1, kind: ConfigMap, metadata: {name: prices}, data: {tea: '3'}}";

fn maps(client: Client) -> Api<ConfigMap> {
    Api::namespaced(client, "default")
}

async fn price_of_tea(cluster: &Cluster) -> Result<Option<String>, kube::Error> {
    let found = maps(cluster.client()).get_opt("prices").await?;
    Ok(found.and_then(|prices| prices.data?.remove("tea")))
}

#[tokio::test]
async fn each_cluster_is_on_its_own() {
    let (one, other) = (Cluster::start().await, Cluster::start().await);
    one.load(TEA).await;
    assert_eq!(price_of_tea(&one).await.unwrap().as_deref(), Some("3"));
    assert_eq!(price_of_tea(&other).await.unwrap(), None);
    assert_eq!(price_of_tea(&one.fork().await).await.unwrap().as_deref(), Some("3"));
}

#[tokio::test]
async fn a_cluster_ends_when_it_is_dropped() {
    let outer = Cluster::start().await;
    let inner = outer.fork().await;
    assert_eq!(outer.control().forks().await.unwrap().len(), 1);
    let client = inner.client();
    drop(inner);
    assert!(outer.control().forks().await.unwrap().is_empty());
    assert!(maps(client).get_opt("prices").await.is_err());
}

#[tokio::test]
async fn fixtures_are_files_and_folders() {
    let folder = std::env::temp_dir().join(format!("fakecluster-fixtures-{}", std::process::id()));
    fs::create_dir_all(folder.join("within")).unwrap();
    fs::write(folder.join("within/prices.yaml"), TEA).unwrap();
    fs::write(folder.join("notes.txt"), "no manifest").unwrap();
    let cluster = Cluster::start_with(ClusterOptions::default().fixtures([&folder])).await;
    fs::remove_dir_all(folder).unwrap();
    let found = cluster.wait_for("ConfigMap", "default", "prices", |each| each.metadata.uid.is_some()).await;
    assert_eq!(found.data["data"]["tea"], "3");
}

#[tokio::test]
async fn a_kubeconfig_is_a_file_that_ends_with_the_cluster() {
    let mut cluster = Cluster::start().await;
    let file = cluster.kubeconfig_file();
    assert!(fs::read_to_string(&file).unwrap().contains(cluster.url()));
    drop(cluster);
    assert!(!file.exists());
}

#[tokio::test]
async fn states_are_kept_compared_and_restored() {
    let cluster = Cluster::start().await;
    let before = cluster.snapshot().await;
    cluster.load(TEA).await;
    let changes = cluster.changes(&before).await;
    let told: Vec<_> = changes.iter().map(|each| (each.r#type.as_str(), each.name.as_str())).collect();
    assert_eq!(told, [("added", "prices")]);
    cluster.restore(&before).await;
    assert!(cluster.changes(&before).await.is_empty());
}

#[tokio::test]
async fn the_clock_moves_when_told() {
    let cluster = Cluster::start().await;
    let before = cluster.now().await;
    let after = cluster.advance(Duration::from_secs(40)).await;
    assert_eq!((after - before).num_seconds(), 40);
    assert_eq!(cluster.now().await, after);
}

#[tokio::test]
async fn hooks_fail_requests_and_the_journal_tells_of_them() {
    let cluster = Cluster::start().await;
    cluster.load(TEA).await;
    cluster.add_hooks("- before: { verb: get, kind: ConfigMap }\n  times: 1\n  then: { status: Forbidden }\n").await;
    assert!(matches!(price_of_tea(&cluster).await, Err(kube::Error::Api(refused)) if refused.code == 403));
    assert_eq!(price_of_tea(&cluster).await.unwrap().as_deref(), Some("3"));
    cluster.idle().await;
    cluster.verify_hooks().await;
    cluster.expect_requests(1, JournalOptions::default().kind(["ConfigMap"]).code(["403"])).await;
    cluster.expect_requests(2, JournalOptions::default().kind(["ConfigMap"]).verb(["get", "patch"])).await;
}

#[tokio::test]
#[should_panic(expected = "there were 0 such requests, not 1")]
async fn requests_that_were_expected_and_are_missing_fail_the_test() {
    Cluster::start().await.expect_requests(1, JournalOptions::default().kind(["Secret"])).await;
}

#[tokio::test]
async fn what_a_user_needs_is_written_as_roles() {
    let flags = ["--authorization-mode", "RBAC", "--authorization-audit"];
    let cluster = Cluster::start_with(ClusterOptions::default().flags(flags)).await;
    let services: Api<Service> = Api::namespaced(cluster.client_as("jane", ["shoppers"]).await, "default");
    services.list(&ListParams::default()).await.unwrap();
    let roles = cluster.access_used("jane").await;
    assert!(roles.contains("services") && !roles.contains("pods"), "{roles}");
    assert_eq!(cluster.access_beyond("jane", &roles).await, "");
    assert!(cluster.access_beyond("jane", "{kind: Role, rules: []}").await.contains("services"));
    assert!(cluster.access_unused("jane", &roles).await.is_empty());
    assert_eq!(cluster.access_unused("jane", &roles.replace("services", "pods")).await.len(), 1);
}

#[tokio::test]
async fn refusals_say_how_to_mend_them() {
    let refused = Cluster::start().await.control().restore("sart").await.unwrap_err();
    let Error::Refused { code: 404, message, .. } = refused else { panic!("{refused}") };
    assert!(message.contains("did you mean start?"), "{message}");
}

#[tokio::test]
async fn a_server_may_have_a_token() {
    let options = ClusterOptions::default().flags(["--token", "secret"]);
    let cluster = Cluster::start_with(options).await;
    cluster.sweep(reads, SweepOptions::default()).await.expect_none();
}

#[test]
fn what_happened_is_kept_when_a_test_fails() {
    let failing = std::thread::Builder::new().name("failing::test".to_owned()).spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let _cluster = Cluster::start().await;
            panic!("as it should");
        });
    });
    failing.unwrap().join().unwrap_err();
    let folder = std::env::var_os("FAKECLUSTER_BUNDLES").map_or_else(std::env::temp_dir, Into::into);
    let bundle = folder.join(format!("failing-test-{}-0.json", std::process::id()));
    assert!(fs::read_to_string(&bundle).unwrap().contains("\"changes\""));
    fs::remove_file(bundle).unwrap();
}

/// Creates a ConfigMap, and gives up where it hears of a failure.
async fn makes(cluster: Cluster) -> Result<ConfigMap, kube::Error> {
    let mut prices = ConfigMap::default();
    prices.metadata.name = Some("prices".to_owned());
    maps(cluster.client()).create(&PostParams::default(), &prices).await
}

/// Lists until it is answered.
async fn reads(cluster: Cluster) {
    while maps(cluster.client()).list(&ListParams::default()).await.is_err() {}
}

#[tokio::test]
async fn sweeps_and_explorations_run_the_tests_own_function() {
    let cluster = Cluster::start().await;
    let swept = cluster.sweep(makes, SweepOptions::default()).await;
    assert!(swept.runs > 3 && !swept.findings.is_empty() && swept.text.contains("configmaps"), "{}", swept.text);
    let explored = cluster.explore(makes, ExploreOptions::default().seed(7).runs(3)).await;
    assert_eq!(explored.findings.len(), 1);
    cluster.sweep(reads, SweepOptions::default().within(Duration::from_secs(60))).await.expect_none();
}

#[tokio::test]
async fn a_panic_of_a_scenario_is_an_outcome() {
    async fn asserts(cluster: Cluster) {
        assert!(maps(cluster.client()).list(&ListParams::default()).await.is_ok(), "the list was refused");
    }
    let swept = Cluster::start().await.sweep(asserts, SweepOptions::default()).await;
    assert!(swept.text.contains("the list was refused"), "{}", swept.text);
}

#[tokio::test]
#[should_panic(expected = "no requests")]
async fn a_scenario_without_requests_cannot_be_swept() {
    Cluster::start().await.sweep(|_| async {}, SweepOptions::default()).await;
}

#[tokio::test]
#[should_panic(expected = "never ends")]
async fn a_scenario_that_never_ends_cannot_be_swept() {
    let options = SweepOptions::default().within(Duration::from_millis(50));
    Cluster::start().await.sweep(|_| std::future::pending::<()>(), options).await;
}
