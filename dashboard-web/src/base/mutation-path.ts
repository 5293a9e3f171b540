export const mutationPath = (id: string): string => `/mutations/${id}`;
