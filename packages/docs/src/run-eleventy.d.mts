export function makeSite(output: string): Promise<void>;
export function serveSite(output: string, port: number): Promise<void>;
