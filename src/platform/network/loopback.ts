const names = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Whether a host of a URL is this very machine, whoever answers the name service. */
export const isLoopbackName = (host: string): boolean => names.has(host.toLowerCase());
