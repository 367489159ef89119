import type { NormalFrame } from '../../normal-event.js'

/** Widely used crates. None has a name that an application's crate or a C++ namespace is likely to have. */
const crates = new Set(
  (
    'actix_codec actix_http actix_rt actix_router actix_server actix_service actix_web actix_web_codegen ' +
    'async_channel async_executor async_graphql async_io async_lock async_std async_stream async_task aws_config ' +
    'aws_smithy_runtime axum axum_core axum_extra bb8 clap_builder crossbeam_channel crossbeam_deque ' +
    'crossbeam_epoch crossbeam_utils csv_core dashmap deadpool futures_channel futures_executor futures_io ' +
    'futures_sink headers_core http_body http_body_util httparse hyper_rustls hyper_tls hyper_util indexmap ' +
    'itertools jsonwebtoken lapin lazy_static native_tls num_bigint num_traits once_cell parking_lot ' +
    'parking_lot_core postgres_protocol postgres_types prost quick_xml quinn quinn_proto r2d2 rand_chacha ' +
    'rand_core rdkafka regex_automata regex_syntax reqwest rusqlite rust_decimal rustls rustls_pki_types sea_orm ' +
    'sea_query sea_schema serde serde_core serde_json serde_path_to_error serde_qs serde_urlencoded serde_with ' +
    'serde_yaml serde_yml simd_json smallvec sqlx sqlx_core sqlx_mysql sqlx_postgres sqlx_sqlite thiserror ' +
    'tikv_jemallocator tiny_http tokio_native_tls tokio_postgres tokio_rustls tokio_stream tokio_tungstenite ' +
    'tokio_util toml_edit tonic tower_http tower_layer tower_service tungstenite ureq zstd_safe'
  ).split(' '),
)

/** The crate of a function. A method of a generic type belongs to the trait: `<F as axum::handler::Handler<T>>::call`. */
const crateOf =
  /^_?<?(?:impl |dyn |&|mut |\*const |\*mut |\(|\[){0,6}(?:(?:[A-Z]\w{0,2}|impl [^]{1,100}?) as )?([A-Za-z_]\w{0,80})(?:\[[0-9a-f]{1,16}\])?(?:::|>|<)/

/** True for frames of known crates. Release builds without debug information have no paths that show it. */
export function isOfKnownCrate({ function: name }: NormalFrame): boolean {
  const crate = crateOf.exec(name)?.[1]
  return crate !== undefined && crates.has(crate)
}
