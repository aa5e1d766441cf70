import { acceptInvitation } from "@api/customers/records";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { AuthFrame } from "@features/auth/auth-frame";
import { authClient } from "@lib/auth/client";
import { pageTitle } from "@lib/site/page-title";
import { useMutation } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";

/**
 * /auth/invitation/:token, linked in the mail to a customer booked by phone. Nothing happens
 * before the button is pressed: programs that look at mail open its links too.
 */
export default function InvitationPage() {
  const { token = "" } = useParams();
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: async () => {
      const { token_hash } = await acceptInvitation(token);
      const { error } = await (await authClient()).verifyOtp({ type: "invite", token_hash });
      if (error) throw error;
    },
    networkMode: "always",
    onSuccess: () => navigate("/auth/set-password", { replace: true }),
  });
  const problem = accept.error ? toApiError(accept.error) : null;
  const over = problem?.status === 404;
  return (
    <AuthFrame
      title="See your booking online"
      lede="We booked your pickup by phone. With a password you can see your booking, change it and pay online."
    >
      <div className="grid gap-5">
        {problem ? (
          <FormAlert tone={over ? "note" : "error"}>
            {problem.unreachable ? "We can't reach the server. Please try again." : problem.message}
          </FormAlert>
        ) : null}
        {over ? (
          <Button asChild className="h-12 text-base">
            <PageLink to="/auth">Sign in</PageLink>
          </Button>
        ) : (
          <Button
            className="h-12 text-base"
            busy={accept.isPending}
            onClick={() => accept.mutate()}
          >
            Set my password
          </Button>
        )}
      </div>
    </AuthFrame>
  );
}

export function meta() {
  return [
    { title: pageTitle("See your booking online") },
    // Any reader of the address can accept.
    { name: "robots", content: "noindex" },
    { name: "referrer", content: "no-referrer" },
  ];
}
