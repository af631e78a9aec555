/** Whether the host of a URL is this machine, without asking the name service. */
const names = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

export const isLoopbackName = (host: string): boolean => names.has(host.toLowerCase());
