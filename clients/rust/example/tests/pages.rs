use std::time::Duration;

use fakecluster::{Cluster, ClusterOptions, JournalOptions, SweepOptions};

const PAGE: &str = "
apiVersion: example.com/v1
kind: Page
metadata: { name: welcome, namespace: default }
spec: { text: Hello }
";

/// Returns a cluster that has the definition of pages, and one page.
async fn with_page() -> Cluster {
    let cluster = Cluster::start_with(ClusterOptions::default().fixtures(["crd"])).await;
    cluster.load(PAGE).await;
    cluster
}

/// Runs the operator until the page says that it is published.
async fn published(cluster: &Cluster) {
    let said = cluster.wait_for("Page", "default", "welcome", |page| page.data["status"]["published"] == "Hello");
    tokio::select! {
        _ = said => {}
        _ = pages::run(cluster.client()) => panic!("the operator ended"),
    }
}

#[tokio::test]
async fn a_page_is_published_once() {
    let cluster = with_page().await;
    published(&cluster).await;
    cluster.idle().await;
    cluster.expect_requests(1, JournalOptions::default().verb(["patch"]).kind(["ConfigMap"]).wrote(true)).await;
}

#[tokio::test]
async fn a_rival_is_no_problem() {
    let cluster = with_page().await;
    let conflict = "{ before: { verb: patch, kind: Page, subresource: status }, times: 2, then: { status: Conflict } }";
    cluster.add_hooks(conflict).await;
    published(&cluster).await;
    cluster.verify_hooks().await;
}

#[tokio::test]
async fn a_page_is_published_whatever_goes_wrong_once() {
    let cluster = with_page().await;
    let options = SweepOptions::default().within(Duration::from_secs(30));
    let report = cluster.sweep(|run| async move { published(&run).await }, options).await;
    report.expect_none();
    println!("{} requests, {} runs", report.requests.len(), report.runs);
}
