/**
 * The settings of the embedded PostgreSQL. Passed on the command line at every start, so they always follow the code.
 */
export function embeddedSettings(socketDir: string): Record<string, string> {
  return {
    // Reached only through the Unix socket; nothing listens on the network.
    listen_addresses: "",
    unix_socket_directories: socketDir,
    unix_socket_permissions: "0700",
    port: "5432",

    max_connections: "100",
    shared_buffers: "96MB",
    // An accepted message survives a power failure.
    fsync: "on",
    synchronous_commit: "on",
    wal_compression: "on",
    max_wal_size: "1GB",
    // A query whose client has disconnected must not hold locks or a CPU until it next writes.
    client_connection_check_interval: "1s",
    // Thousands of short statements: compiling them costs more than it saves.
    jit: "off",
    timezone: "UTC",

    // Queues and counters update the same rows all day: vacuum them earlier than the default 20 %.
    autovacuum: "on",
    autovacuum_naptime: "15s",
    autovacuum_vacuum_scale_factor: "0.05",
    autovacuum_vacuum_insert_scale_factor: "0.1",
    autovacuum_analyze_scale_factor: "0.05",

    // One file per weekday, overwritten a week later.
    logging_collector: "on",
    log_directory: "log",
    log_filename: "postgresql-%a.log",
    log_truncate_on_rotation: "on",
    log_rotation_age: "1d",
    log_rotation_size: "0",
    log_timezone: "UTC",
    log_line_prefix: "%m [%p] %q%u@%d %a ",
    log_min_messages: "warning",
    log_checkpoints: "off",
    // DETAIL lines quote row contents ("Key (email)=(...) already exists"), and personal data does not belong in a log.
    log_error_verbosity: "terse",
  };
}
