"""Learning to play: self-play, the policy's gradient, training runs. Play needs none of it."""
