declare module "*.puzzle" {
  const text: string;
  export default text;
}
